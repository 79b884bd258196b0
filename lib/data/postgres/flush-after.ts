/**
 * How much a session may write before the system is told to write it to the disk. Otherwise it piles up in the system's
 * cache until that, or a checkpoint, writes all of it at once, and commits wait: 0.3 s while old reports are folded.
 */
const FLUSH_AFTER = '256kB';

export const FLUSH_SETTING = `backend_flush_after=${FLUSH_AFTER}`;

/**
 * Sets it for autovacuum too, whose sessions take their settings from the database. A value that the database already has
 * stays, and a role that does not own the database goes on without.
 */
export const SET_FOR_AUTOVACUUM = `DO $$ BEGIN
  IF NOT EXISTS (
    SELECT FROM pg_db_role_setting, unnest(setconfig) AS setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()) AND setrole = 0
      AND setting LIKE 'backend_flush_after=%'
  ) THEN
    EXECUTE format('ALTER DATABASE %I SET backend_flush_after = %L', current_database(), '${FLUSH_AFTER}');
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
END $$`;
