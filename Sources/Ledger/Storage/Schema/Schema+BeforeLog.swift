// The tables of migrations 1 to 10, before there was the log.

extension Schema {
    static let styles = """
        ALTER TABLE counter ADD COLUMN style TEXT NOT NULL DEFAULT 'fractal'
            CHECK (style IN ('fractal', 'western', 'zheng'));
        """

    /// Times are milliseconds since 1970-01-01 UTC; zone offsets are minutes east
    /// of UTC; tokens are stored as SHA-256 of what the browser holds. Ids are
    /// never reused: something rendered for a deleted account or counter may
    /// still be cached under its id.
    static let counters = """
        -- One person's counters, on however many devices.
        CREATE TABLE account (
            id          INTEGER PRIMARY KEY AUTOINCREMENT,
            -- Raised by every operation that is applied; what is drawn is kept by it.
            revision    INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
            createdAt   INTEGER NOT NULL,
            -- The last day it was used, to the day.
            seenAt      INTEGER NOT NULL
        ) STRICT;

        -- A browser that may act for an account.
        CREATE TABLE session (
            id          INTEGER PRIMARY KEY AUTOINCREMENT,
            token       BLOB    NOT NULL UNIQUE CHECK (length(token) = 32),
            account     INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
            createdAt   INTEGER NOT NULL,
            seenAt      INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX sessionByAccount ON session (account);

        -- The link that opens an account where it is not open yet. One at a time.
        CREATE TABLE recovery (
            account     INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
            token       BLOB    NOT NULL UNIQUE CHECK (length(token) = 32),
            createdAt   INTEGER NOT NULL
        ) STRICT;

        -- How many accounts were made from an address on a day. Addresses are
        -- keyed hashes; a day's rows are of no use, and gone, the day after.
        CREATE TABLE newcomer (
            address     BLOB    NOT NULL,
            day         INTEGER NOT NULL,                   -- days since 1970-01-01 UTC
            accounts    INTEGER NOT NULL,
            PRIMARY KEY (address, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE secret (
            name        TEXT    PRIMARY KEY,
            value       BLOB    NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO secret VALUES ('address', randomblob(32));

        CREATE TABLE counter (
            id          INTEGER PRIMARY KEY AUTOINCREMENT,
            account     INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
            title       TEXT    NOT NULL CHECK (title <> ''),
            color       INTEGER NOT NULL CHECK (color >= 0), -- place in the scheme's sequence, which repeats
            position    INTEGER NOT NULL,
            isCollapsed INTEGER NOT NULL DEFAULT 0 CHECK (isCollapsed IN (0, 1)),
            count       INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0),   -- the sum of its entries' deltas
            entries     INTEGER NOT NULL DEFAULT 0,                     -- how many entries it has
            revision    INTEGER NOT NULL,                               -- the account's, when it last changed
            createdAt   INTEGER NOT NULL,
            deletedAt   INTEGER                                         -- in the trash since
        ) STRICT;
        CREATE INDEX counterByAccount ON counter (account, position);
        CREATE INDEX counterInTrash ON counter (deletedAt) WHERE deletedAt IS NOT NULL;

        -- What happened to a counter. Only ever appended to.
        CREATE TABLE entry (
            counter     INTEGER NOT NULL REFERENCES counter(id) ON DELETE CASCADE,
            number      INTEGER NOT NULL CHECK (number > 0),            -- 1, 2, 3 … without a gap
            kind        TEXT    NOT NULL CHECK (kind IN ('increment', 'decrement', 'reset', 'set', 'void')),
            delta       INTEGER NOT NULL,
            count       INTEGER NOT NULL CHECK (count >= 0),            -- with this entry
            madeAt      INTEGER NOT NULL,                               -- on the device
            zoneOffset  INTEGER NOT NULL CHECK (zoneOffset BETWEEN -1080 AND 1080),
            operation   BLOB    NOT NULL,
            PRIMARY KEY (counter, number)
        ) STRICT, WITHOUT ROWID;

        -- Every change, and what it was answered: the same id again gets the same answer.
        CREATE TABLE operation (
            account     INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
            id          BLOB    NOT NULL CHECK (length(id) = 16),
            session     INTEGER NOT NULL,
            kind        TEXT    NOT NULL,
            counter     INTEGER NOT NULL,
            payload     TEXT,
            madeAt      INTEGER NOT NULL,
            receivedAt  INTEGER NOT NULL,
            zoneOffset  INTEGER NOT NULL CHECK (zoneOffset BETWEEN -1080 AND 1080),
            count       INTEGER NOT NULL,
            revision    INTEGER NOT NULL,
            PRIMARY KEY (account, id)
        ) STRICT, WITHOUT ROWID;
        """

    static let history = """
        ALTER TABLE counter ADD COLUMN step INTEGER NOT NULL DEFAULT 1 CHECK (step BETWEEN 1 AND 1000000000);

        -- Of a void, the number of the entry it is about. The first one takes that entry
        -- back, the next one lets it stand again, and so on.
        ALTER TABLE entry ADD COLUMN voids INTEGER CHECK (voids IS NULL OR (kind = 'void' AND voids < number));
        CREATE INDEX entryByVoided ON entry (counter, voids) WHERE voids IS NOT NULL;
        CREATE INDEX entryThatSets ON entry (counter, number) WHERE kind IN ('reset', 'set');

        -- What was there before a change of something that an undo goes back to.
        ALTER TABLE operation ADD COLUMN before TEXT;

        CREATE TABLE note (
            counter     INTEGER NOT NULL,
            number      INTEGER NOT NULL,
            text        TEXT    NOT NULL CHECK (text <> ''),
            PRIMARY KEY (counter, number),
            FOREIGN KEY (counter, number) REFERENCES entry (counter, number) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- What was counted in each hour of the device's own clock: the sum of the increments
        -- and decrements that stand. Statistics read these and never the entries.
        CREATE TABLE hour (
            counter     INTEGER NOT NULL REFERENCES counter(id) ON DELETE CASCADE,
            hour        INTEGER NOT NULL,                   -- hours since 1970-01-01T00:00, local
            marks       INTEGER NOT NULL,
            firstAt     INTEGER NOT NULL,
            lastAt      INTEGER NOT NULL,
            PRIMARY KEY (counter, hour)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO hour
            SELECT counter, (madeAt + zoneOffset * 60000) / 3600000, SUM(delta), MIN(madeAt), MAX(madeAt)
            FROM entry WHERE kind IN ('increment', 'decrement') GROUP BY 1, 2;
        """

    static let feedback = """
        -- What people told us. It belongs to no account and to no address.
        CREATE TABLE feedback (
            id          INTEGER PRIMARY KEY AUTOINCREMENT,
            -- The form's own, so that it is kept once however often it is sent.
            operation   BLOB    NOT NULL UNIQUE CHECK (length(operation) = 16),
            stars       INTEGER CHECK (stars BETWEEN 1 AND 5),
            message     TEXT    NOT NULL,
            name        TEXT    NOT NULL,                   -- empty where none was told, as is email
            email       TEXT    NOT NULL,
            version     TEXT    NOT NULL,                   -- of Fivebar
            device      TEXT    NOT NULL,                   -- a label of ours
            language    TEXT    NOT NULL,                   -- of the page
            createdAt   INTEGER NOT NULL,
            CHECK (stars IS NOT NULL OR message <> '')
        ) STRICT;

        -- How much came from an address on a day; kept as newcomers are, and gone the day after.
        CREATE TABLE feedbackSender (
            address     BLOB    NOT NULL,
            day         INTEGER NOT NULL,                   -- days since 1970-01-01 UTC
            given       INTEGER NOT NULL,
            PRIMARY KEY (address, day)
        ) STRICT, WITHOUT ROWID;
        """

    static let transfer = """
        -- The operation that made the counter, wherever that was: by it a counter of a file is
        -- known again.
        ALTER TABLE counter ADD COLUMN origin BLOB CHECK (length(origin) = 16);
        UPDATE counter SET origin = operation.id FROM operation
            WHERE operation.kind = 'create' AND operation.counter = counter.id;
        UPDATE counter SET origin = randomblob(16) WHERE origin IS NULL;

        -- A file between its preview and the answer to it.
        CREATE TABLE upload (
            account     INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
            id          BLOB    NOT NULL CHECK (length(id) = 16),
            name        TEXT    NOT NULL,
            content     BLOB    NOT NULL,
            createdAt   INTEGER NOT NULL
        ) STRICT;
        """

    static let sharing = """
        -- The link that shows a counter to whoever has it. Unlike other tokens it is kept as
        -- it is: the counter's owner is shown it again.
        CREATE TABLE share (
            counter     INTEGER PRIMARY KEY REFERENCES counter(id) ON DELETE CASCADE,
            token       TEXT    NOT NULL UNIQUE CHECK (length(token) = 32),
            createdAt   INTEGER NOT NULL,
            revokedAt   INTEGER                             -- it works no more, but can be let work again
        ) STRICT;
        """

    static let calendar = """
        -- The hour of the clock that the account's days begin with, and the weekday that its weeks
        -- begin with: 0 is Monday; NULL: the one of the reader's language.
        ALTER TABLE account ADD COLUMN dayStart INTEGER NOT NULL DEFAULT 0 CHECK (dayStart BETWEEN 0 AND 23);
        ALTER TABLE account ADD COLUMN weekStart INTEGER CHECK (weekStart BETWEEN 0 AND 6);
        """

    static let totals = """
        -- What all visitors together did on a day, and nothing by which one could be told from another.
        CREATE TABLE total (
            day         INTEGER NOT NULL,                   -- days since 1970-01-01 UTC
            event       TEXT    NOT NULL CHECK (event <> ''),
            number      INTEGER NOT NULL CHECK (number > 0),
            PRIMARY KEY (day, event)
        ) STRICT, WITHOUT ROWID;

        -- The Fivebar that an account was made with; none where that was before it was kept.
        ALTER TABLE account ADD COLUMN firstVersion TEXT CHECK (firstVersion <> '');
        """

    static let goals = """
        -- What somebody means to do each day. Days are numbers of the civil calendar, from 1970-01-01 on.
        CREATE TABLE goal (
            id          INTEGER PRIMARY KEY AUTOINCREMENT,
            account     INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
            name        TEXT    NOT NULL CHECK (name <> ''),
            color       INTEGER NOT NULL CHECK (color >= 0),
            firstDay    INTEGER NOT NULL,
            lastDay     INTEGER NOT NULL CHECK (lastDay >= firstDay),
            reminder    INTEGER CHECK (reminder BETWEEN 0 AND 1439),    -- minute of the day
            -- The counter whose marks fill its days, and how many make a day done.
            counter     INTEGER REFERENCES counter(id) ON DELETE SET NULL,
            target      INTEGER CHECK (target BETWEEN 1 AND 1000000000),
            isArchived  INTEGER NOT NULL DEFAULT 0 CHECK (isArchived IN (0, 1)),
            -- Its making was taken back: nobody sees it, but it can be made again.
            isTakenBack INTEGER NOT NULL DEFAULT 0 CHECK (isTakenBack IN (0, 1)),
            position    INTEGER NOT NULL,
            revision    INTEGER NOT NULL,                               -- the account's, when it last changed
            createdAt   INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX goalByAccount ON goal (account, position);
        CREATE INDEX goalByCounter ON goal (counter);

        -- What was done by hand on a goal's day, within its range or not, and by what operation:
        -- one that was made earlier on its device changes nothing any more.
        CREATE TABLE goalDay (
            goal        INTEGER NOT NULL REFERENCES goal(id) ON DELETE CASCADE,
            day         INTEGER NOT NULL,
            isDone      INTEGER NOT NULL DEFAULT 0 CHECK (isDone IN (0, 1)),
            hasNote     INTEGER NOT NULL DEFAULT 0 CHECK (hasNote IN (0, 1)),
            markedAt    INTEGER,
            markedBy    BLOB CHECK (length(markedBy) = 16),
            notedAt     INTEGER,
            notedBy     BLOB CHECK (length(notedBy) = 16),
            PRIMARY KEY (goal, day)
        ) STRICT, WITHOUT ROWID;

        -- Kept apart, so that whoever reads ten years of days reads no note.
        CREATE TABLE dayNote (
            goal        INTEGER NOT NULL,
            day         INTEGER NOT NULL,
            text        TEXT    NOT NULL CHECK (text <> ''),
            PRIMARY KEY (goal, day),
            FOREIGN KEY (goal, day) REFERENCES goalDay (goal, day) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- The goal that an operation is about.
        ALTER TABLE operation ADD COLUMN goal INTEGER;
        """

    static let uploadSenders = """
        -- How many bytes came from an address on a day; kept as newcomers are, and gone the day after.
        CREATE TABLE uploadSender (
            address     BLOB    NOT NULL,
            day         INTEGER NOT NULL,                   -- days since 1970-01-01 UTC
            bytes       INTEGER NOT NULL,
            PRIMARY KEY (address, day)
        ) STRICT, WITHOUT ROWID;
        """
}
