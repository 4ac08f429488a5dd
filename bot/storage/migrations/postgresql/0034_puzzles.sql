-- Puzzles of /puzzle: docs/puzzles.md.

CREATE TABLE puzzle (
    -- 16 hex digits that follow from the position.
    key TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Estimated difficulty, with which the rating begins.
    difficulty BIGINT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    -- 'bundled', 'match' or 'computers'.
    source TEXT NOT NULL,
    text TEXT NOT NULL,
    -- When it was withdrawn, in seconds since 1970; NULL for a good puzzle.
    withdrawn BIGINT
);
CREATE INDEX puzzle_game ON puzzle (game);
CREATE INDEX puzzle_rating ON puzzle (game, mu) WHERE withdrawn IS NULL;

CREATE TABLE puzzle_day (
    game TEXT NOT NULL,
    -- In UTC, as 2026-11-21.
    day TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    -- Whether a puzzle of this day was withdrawn: then the day breaks no streak.
    voided BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game, day)
);
CREATE INDEX puzzle_day_puzzle ON puzzle_day (puzzle);

-- One row for each puzzle that a person has answered.
CREATE TABLE puzzle_answer (
    "user" BIGINT NOT NULL,
    puzzle TEXT NOT NULL,
    game TEXT NOT NULL,
    -- Counts the person's answers in this game from 0. Withdrawn puzzles leave gaps.
    n BIGINT NOT NULL,
    -- The day whose puzzle it was; NULL in practice.
    day TEXT,
    at BIGINT NOT NULL,
    first TEXT NOT NULL,
    second TEXT,
    -- 'right', 'second' (right at the second try), 'wrong', or 'near' while the second try is open.
    result TEXT NOT NULL,
    -- The puzzle's rating before this answer, and the person's after it.
    puzzle_mu DOUBLE PRECISION NOT NULL,
    puzzle_sigma DOUBLE PRECISION NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    PRIMARY KEY ("user", puzzle)
);
CREATE UNIQUE INDEX puzzle_answer_n ON puzzle_answer ("user", game, n);
CREATE INDEX puzzle_answer_puzzle ON puzzle_answer (puzzle, first);

-- The servers in which a person opened the puzzle of a day.
CREATE TABLE puzzle_guild (
    guild BIGINT NOT NULL,
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    "user" BIGINT NOT NULL,
    PRIMARY KEY (guild, game, day, "user")
);
CREATE INDEX puzzle_guild_user ON puzzle_guild ("user");
CREATE TRIGGER server_of_puzzle AFTER INSERT ON puzzle_guild FOR EACH ROW
EXECUTE FUNCTION server_known();

-- People who have not read yet that a puzzle which they had answered was withdrawn.
CREATE TABLE puzzle_news (
    "user" BIGINT NOT NULL,
    puzzle TEXT NOT NULL,
    PRIMARY KEY ("user", puzzle)
);

-- Matches that were searched for puzzles, or left out because a player refused.
CREATE TABLE puzzle_mined (
    match BIGINT PRIMARY KEY REFERENCES match (id)
);
