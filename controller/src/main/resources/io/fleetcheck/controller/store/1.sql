-- Both databases read this text: SQLite takes any type's name, and BYTEA keeps bytes as they are.
-- Times are UTC in ISO 8601 with nanoseconds, so that they sort as text.

CREATE TABLE run (
  id         TEXT PRIMARY KEY,
  started    TEXT NOT NULL,
  finished   TEXT,                 -- NULL until the run's end: a killed controller leaves it so
  aborted    INTEGER NOT NULL DEFAULT 0,
  controller TEXT NOT NULL,
  options    TEXT NOT NULL         -- JSON object
);

CREATE TABLE host (
  run      TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,       -- in the order of the inventory
  name     TEXT NOT NULL,
  outcome  TEXT,                   -- NULL until the host has one
  stage    TEXT,
  detail   TEXT,
  record   BYTEA,                  -- gzip of JSON: outcome, events with raw samples, verdicts
  PRIMARY KEY (run, position),
  UNIQUE (run, name)
);

CREATE TABLE disk (
  run         TEXT NOT NULL,
  host        INTEGER NOT NULL,
  position    INTEGER NOT NULL,
  kind        TEXT NOT NULL,       -- NAA, EUI, SERIAL or VOLATILE: how far the name reaches
  id          TEXT NOT NULL,
  name        TEXT NOT NULL,
  vendor      TEXT NOT NULL,
  model       TEXT NOT NULL,
  revision    TEXT NOT NULL,
  driver      TEXT NOT NULL,
  level       TEXT NOT NULL,
  code        TEXT NOT NULL,
  ratio       DOUBLE PRECISION,
  zeroout_ns  BIGINT,
  write_ns    BIGINT,
  waived      INTEGER NOT NULL,
  PRIMARY KEY (run, host, position),
  FOREIGN KEY (run, host) REFERENCES host (run, position) ON DELETE CASCADE
);

CREATE INDEX run_started ON run (started);
CREATE INDEX disk_id ON disk (id);
