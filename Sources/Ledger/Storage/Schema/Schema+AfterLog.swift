// The tables of migrations 12 to 19, since there is the log.

extension Schema {
    static let signIn = """
        -- What opens an account in another browser, once: a code of letters.
        CREATE TABLE signInCode (
            code            BLOB    PRIMARY KEY CHECK (length(code) = 32),
            account         INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
            expiresAt       INTEGER                          -- NULL: a recovery code
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX signInCodeByAccount ON signInCode (account);

        CREATE TABLE passphrase (
            account         INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
            userName        TEXT    NOT NULL CHECK (userName <> ''),
            -- Names that differ in case only are one name.
            nameKey         TEXT    NOT NULL UNIQUE,
            salt            BLOB    NOT NULL CHECK (length(salt) = 16),
            hash            BLOB    NOT NULL CHECK (length(hash) = 32),
            -- Of scrypt: the number of rounds that the hash was made with.
            rounds          INTEGER NOT NULL CHECK (rounds > 0)
        ) STRICT;

        -- How often somebody tried to open an account, by address and by user name, both as keyed hashes.
        CREATE TABLE signInAttempt (
            subject         BLOB    NOT NULL,
            hour            INTEGER NOT NULL,                -- hours since 1970-01-01 UTC
            attempts        INTEGER NOT NULL,
            PRIMARY KEY (subject, hour)
        ) STRICT, WITHOUT ROWID;
        """

    static let passkeys = """
        CREATE TABLE passkey (
            id              INTEGER PRIMARY KEY AUTOINCREMENT,
            account         INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
            credential      BLOB    NOT NULL UNIQUE CHECK (length(credential) BETWEEN 1 AND 1023),
            -- A COSE_Key, which names its algorithm.
            publicKey       BLOB    NOT NULL CHECK (length(publicKey) BETWEEN 1 AND 1024),
            signCount       INTEGER NOT NULL CHECK (signCount BETWEEN 0 AND 4294967295),
            name            TEXT    NOT NULL,
            createdAt       INTEGER NOT NULL,
            usedAt          INTEGER                          -- NULL: not yet
        ) STRICT;
        CREATE INDEX passkeyByAccount ON passkey (account);

        -- What a passkey is to sign, once and within minutes, as SHA-256.
        CREATE TABLE passkeyChallenge (
            challenge       BLOB    PRIMARY KEY CHECK (length(challenge) = 32),
            -- Whose passkey is to be added. NULL: one is to open an account.
            account         INTEGER REFERENCES account(id) ON DELETE CASCADE,
            expiresAt       INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkeyChallengeByAccount ON passkeyChallenge (account);
        """

    static let invitations = """
        -- What makes an account for somebody who has none, once.
        CREATE TABLE invitation (
            token           BLOB    PRIMARY KEY CHECK (length(token) = 32),
            expiresAt       INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    static let webServerUsers = """
        -- Whom the web server signs in, by the name that it has for them.
        CREATE TABLE webServerUser (
            name            TEXT    PRIMARY KEY CHECK (name <> ''),
            account         INTEGER NOT NULL UNIQUE REFERENCES account(id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """

    static let tidying = """
        -- A goal whose making was taken back is gone for good after the days of the trash.
        ALTER TABLE goal ADD COLUMN removedAt INTEGER;
        UPDATE goal SET removedAt = strftime('%s', 'now') * 1000 WHERE isRemoved = 1;
        ALTER TABLE goal DROP COLUMN isRemoved;
        CREATE INDEX goalRemoved ON goal (removedAt) WHERE removedAt IS NOT NULL;

        -- What is about to be removed is found without reading what everybody has.
        CREATE INDEX operationToForgetByCounter ON operation (counter)
            WHERE forgetAt IS NOT NULL AND counter IS NOT NULL;
        CREATE INDEX operationToForgetByGoal ON operation (goal)
            WHERE forgetAt IS NOT NULL AND goal IS NOT NULL;
        CREATE INDEX signInCodeToExpire ON signInCode (expiresAt) WHERE expiresAt IS NOT NULL;
        """

    static let listedGoals = """
        -- A list is read without those whose creation was undone, of which there may be many.
        CREATE INDEX goalInList ON goal (book, rank) WHERE removedAt IS NULL;
        """

    static let accountLimits = """
        -- Limits of this book alone. NULL: the site's; 0: none.
        ALTER TABLE book ADD COLUMN mostCounters INTEGER CHECK (mostCounters >= 0);
        ALTER TABLE book ADD COLUMN mostGoals INTEGER CHECK (mostGoals >= 0);
        ALTER TABLE book ADD COLUMN mostOperationsPerDay INTEGER CHECK (mostOperationsPerDay >= 0);
        ALTER TABLE book ADD COLUMN mostOperationsPerSecond INTEGER CHECK (mostOperationsPerSecond >= 0);
        ALTER TABLE book ADD COLUMN mostWordsPerDay INTEGER CHECK (mostWordsPerDay >= 0);  -- bytes
        """

    static let tidyingDays = """
        -- The days on which it was tidied, or was to be: a clock that is suddenly years ahead is known by the gap.
        CREATE TABLE tidyingDay (day INTEGER PRIMARY KEY) STRICT;           -- days since 1970-01-01 UTC
        """
}
