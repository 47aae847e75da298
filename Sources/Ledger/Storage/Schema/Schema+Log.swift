// The tables of the log (migration 11): books, each with one order of operations;
// items identified by their number in the book or by the operation that created
// them; and operations that store their change and its inverse as JSON.

import GRDB

extension Schema {
    /// Before the operations are rewritten.
    static let books = """
        -- What has one order of operations: an account's own book has the account's number.
        CREATE TABLE book (
            id              INTEGER PRIMARY KEY AUTOINCREMENT,
            -- Raised by every operation that is applied; what is drawn is kept by it.
            revision        INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
            -- Changes before it are not told one by one any more.
            oldestRevision  INTEGER NOT NULL DEFAULT 0,
            -- The numbers given last: none is given again.
            lastCounter     INTEGER NOT NULL DEFAULT 0,
            lastGoal        INTEGER NOT NULL DEFAULT 0,
            -- What of its limits it has used.
            usageDay        INTEGER NOT NULL DEFAULT 0,     -- days since 1970-01-01 UTC
            usageOperations INTEGER NOT NULL DEFAULT 0,
            usageWords      INTEGER NOT NULL DEFAULT 0,     -- bytes
            allowance       INTEGER NOT NULL DEFAULT 0,     -- thousandths of operations
            refilledAt      INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO book (id, revision, lastCounter, lastGoal)
            SELECT id, revision,
                COALESCE((SELECT MAX(counter.id) FROM counter WHERE counter.account = account.id), 0),
                COALESCE((SELECT MAX(goal.id) FROM goal WHERE goal.account = account.id), 0)
            FROM account;

        CREATE TABLE newAccount (
            id              INTEGER PRIMARY KEY REFERENCES book(id) ON DELETE CASCADE,
            createdAt       INTEGER NOT NULL,
            seenAt          INTEGER NOT NULL,                -- to the day
            dayStart        INTEGER NOT NULL DEFAULT 0 CHECK (dayStart BETWEEN 0 AND 23),
            weekStart       INTEGER CHECK (weekStart BETWEEN 0 AND 6),
            firstVersion    TEXT CHECK (firstVersion <> '')
        ) STRICT;
        INSERT INTO newAccount SELECT id, createdAt, seenAt, dayStart, weekStart, firstVersion FROM account;
        DROP TABLE account;
        ALTER TABLE newAccount RENAME TO account;

        -- A browser, watch or script that may act for an account.
        CREATE TABLE device (
            id              INTEGER PRIMARY KEY AUTOINCREMENT,
            token           BLOB    NOT NULL UNIQUE CHECK (length(token) = 32),
            account         INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
            name            TEXT    NOT NULL DEFAULT '',
            zone            TEXT,                            -- an IANA name
            createdAt       INTEGER NOT NULL,
            seenAt          INTEGER NOT NULL
        ) STRICT;
        INSERT INTO device (id, token, account, createdAt, seenAt)
            SELECT id, token, account, createdAt, seenAt FROM session;
        DROP TABLE session;
        CREATE INDEX deviceByAccount ON device (account);

        DROP TABLE newcomer;
        CREATE TABLE newcomer (
            address         BLOB    NOT NULL,
            hour            INTEGER NOT NULL,                -- hours since 1970-01-01 UTC
            accounts        INTEGER NOT NULL,
            PRIMARY KEY (address, hour)
        ) STRICT, WITHOUT ROWID;

        INSERT INTO secret VALUES ('share', randomblob(32));

        CREATE TABLE newCounter (
            id              INTEGER PRIMARY KEY AUTOINCREMENT,
            book            INTEGER NOT NULL REFERENCES book(id) ON DELETE CASCADE,
            number          INTEGER NOT NULL,               -- in the book
            origin          BLOB    NOT NULL CHECK (length(origin) = 16),
            title           TEXT    NOT NULL CHECK (title <> ''),
            color           INTEGER NOT NULL CHECK (color >= 0),
            style           TEXT    NOT NULL CHECK (style IN ('fractal', 'western', 'zheng')),
            step            INTEGER NOT NULL CHECK (step BETWEEN 1 AND 1000000000),
            isCollapsed     INTEGER NOT NULL CHECK (isCollapsed IN (0, 1)),
            rank            INTEGER NOT NULL,               -- lower ones come first, with room between
            count           INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0),
            entries         INTEGER NOT NULL DEFAULT 0,
            revision        INTEGER NOT NULL,               -- the book's, when it last changed
            createdAt       INTEGER NOT NULL,
            deletedAt       INTEGER                         -- in the trash since
        ) STRICT;
        INSERT INTO newCounter
            SELECT id, account, id, COALESCE(origin, randomblob(16)), title, color, style, step, isCollapsed,
                ROW_NUMBER() OVER (PARTITION BY account ORDER BY position, id) * 4294967296,
                count, entries, revision, createdAt, deletedAt
            FROM counter;
        DROP TABLE counter;
        ALTER TABLE newCounter RENAME TO counter;
        CREATE UNIQUE INDEX counterByNumber ON counter (book, number);
        CREATE INDEX counterByRank ON counter (book, rank);
        CREATE INDEX counterByRevision ON counter (book, revision);
        CREATE INDEX counterByOrigin ON counter (book, origin);
        CREATE INDEX counterInTrash ON counter (deletedAt) WHERE deletedAt IS NOT NULL;

        CREATE TABLE newGoal (
            id              INTEGER PRIMARY KEY AUTOINCREMENT,
            book            INTEGER NOT NULL REFERENCES book(id) ON DELETE CASCADE,
            number          INTEGER NOT NULL,
            origin          BLOB    NOT NULL CHECK (length(origin) = 16),
            name            TEXT    NOT NULL CHECK (name <> ''),
            color           INTEGER NOT NULL CHECK (color >= 0),
            firstDay        INTEGER NOT NULL,
            lastDay         INTEGER NOT NULL CHECK (lastDay >= firstDay),
            reminder        INTEGER CHECK (reminder BETWEEN 0 AND 1439),
            counter         INTEGER REFERENCES counter(id) ON DELETE SET NULL,
            target          INTEGER CHECK (target BETWEEN 1 AND 1000000000),
            isArchived      INTEGER NOT NULL DEFAULT 0 CHECK (isArchived IN (0, 1)),
            -- Its making was taken back: nobody sees it, but it can be made again.
            isRemoved       INTEGER NOT NULL DEFAULT 0 CHECK (isRemoved IN (0, 1)),
            rank            INTEGER NOT NULL,
            revision        INTEGER NOT NULL,
            createdAt       INTEGER NOT NULL
        ) STRICT;
        INSERT INTO newGoal
            SELECT id, account, id, randomblob(16), name, color, firstDay, lastDay, reminder, counter,
                target, isArchived, isTakenBack,
                ROW_NUMBER() OVER (PARTITION BY account ORDER BY position, id) * 4294967296,
                revision, createdAt
            FROM goal;
        DROP TABLE goal;
        ALTER TABLE newGoal RENAME TO goal;
        UPDATE goal SET origin = operation.id FROM operation
            WHERE operation.kind = 'createGoal' AND operation.goal = goal.id;
        CREATE UNIQUE INDEX goalByNumber ON goal (book, number);
        CREATE INDEX goalByRank ON goal (book, rank);
        CREATE INDEX goalByRevision ON goal (book, revision);
        CREATE INDEX goalByOrigin ON goal (book, origin);
        CREATE INDEX goalByCounter ON goal (counter);

        -- Who wrote last what is simply replaced: of two, the later one on their device stays.
        CREATE TABLE fieldVersion (
            book            INTEGER NOT NULL REFERENCES book(id) ON DELETE CASCADE,
            owner           TEXT    NOT NULL,               -- counter, goal, book, note, time
            row             INTEGER NOT NULL,
            field           TEXT    NOT NULL,
            changedAt       INTEGER NOT NULL,
            changedBy       BLOB    NOT NULL CHECK (length(changedBy) = 16),
            PRIMARY KEY (book, owner, row, field)
        ) STRICT, WITHOUT ROWID;

        -- What is gone for good, for devices that still have it.
        CREATE TABLE gone (
            book            INTEGER NOT NULL REFERENCES book(id) ON DELETE CASCADE,
            revision        INTEGER NOT NULL,
            owner           TEXT    NOT NULL CHECK (owner IN ('counter', 'goal')),
            number          INTEGER NOT NULL,
            origin          BLOB    NOT NULL CHECK (length(origin) = 16),
            goneAt          INTEGER NOT NULL,
            PRIMARY KEY (book, revision, owner, number)
        ) STRICT, WITHOUT ROWID;

        -- What was done, and what it was answered: the same id again gets the same answer.
        CREATE TABLE newOperation (
            book            INTEGER NOT NULL REFERENCES book(id) ON DELETE CASCADE,
            id              BLOB    NOT NULL CHECK (length(id) = 16),
            device          INTEGER NOT NULL,
            kind            TEXT    NOT NULL,
            -- The rows it is about, and of the counter the entry.
            counter         INTEGER,
            goal            INTEGER,
            entry           INTEGER,
            change          TEXT,                           -- JSON; NULL once its words are forgotten
            inverse         TEXT,                           -- JSON: what takes it back
            forgetAt        INTEGER,                        -- when its words leave the log
            madeAt          INTEGER NOT NULL,
            receivedAt      INTEGER NOT NULL,
            zoneOffset      INTEGER NOT NULL CHECK (zoneOffset BETWEEN -1080 AND 1080),
            count           INTEGER NOT NULL,
            revision        INTEGER NOT NULL,
            refusal         TEXT,                           -- why it was refused; NULL: applied
            PRIMARY KEY (book, id)
        ) STRICT, WITHOUT ROWID;
        """

    /// After the operations are rewritten.
    static let log = """
        DROP TABLE operation;
        ALTER TABLE newOperation RENAME TO operation;
        -- Operations of before there were undos do not tell their entry's number. Without the index each would be looked for
        -- among all entries of its counter.
        CREATE INDEX entryByOperation ON entry (counter, operation);
        UPDATE operation SET entry = entry.number FROM entry
            WHERE operation.entry IS NULL AND operation.kind IN ('increment', 'decrement', 'reset', 'setCount')
                AND entry.counter = operation.counter AND entry.operation = operation.id;
        DROP INDEX entryByOperation;
        CREATE INDEX operationToForget ON operation (forgetAt) WHERE forgetAt IS NOT NULL;
        """
}
