import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { type SchemaObject, schemaDifferences } from '@/lib/data/schema-differences';
import { MIGRATIONS, pendingMigrations } from '../migrations/all';
import { SPREAD_SCHEMA } from './distribute';
import { VERSION_TABLE } from './open';
import { isSpread } from './spread';

/** All objects of a schema except those of extensions. Storage settings are up to the operator. */
const OBJECTS = `
  WITH space AS (SELECT oid, quote_ident(nspname) || '.' AS prefix FROM pg_namespace WHERE nspname = $1),
  brought AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  rel AS (
    SELECT c.* FROM pg_class c JOIN space ON c.relnamespace = space.oid
    WHERE (('pg_class')::regclass, c.oid) NOT IN (SELECT classid, objid FROM brought)
  ),
  object (kind, name, definition) AS (
    SELECT CASE relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view'
        WHEN 'S' THEN 'sequence' ELSE 'relation' END,
      relname::text, concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity,
        CASE WHEN relkind IN ('v', 'm') THEN pg_get_viewdef(oid) END)
    FROM rel WHERE relkind NOT IN ('i', 'I', 't')
    UNION ALL
    SELECT 'column', relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull,
        attidentity, attgenerated, collname, pg_get_expr(adbin, adrelid))
    FROM pg_attribute a JOIN rel ON rel.oid = attrelid LEFT JOIN pg_collation l ON l.oid = attcollation
      LEFT JOIN pg_attrdef d ON d.adrelid = attrelid AND d.adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p')
    UNION ALL
    SELECT 'index', relname::text, concat_ws(' ', pg_get_indexdef(oid), indisvalid)
    FROM pg_index JOIN rel ON rel.oid = indexrelid
    UNION ALL
    SELECT 'constraint', relname || '.' || conname, concat_ws(' ', pg_get_constraintdef(t.oid), convalidated)
    FROM pg_constraint t JOIN rel ON rel.oid = conrelid WHERE contype <> 'n'
    UNION ALL
    SELECT 'trigger', relname || '.' || tgname, concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled)
    FROM pg_trigger t JOIN rel ON rel.oid = tgrelid WHERE NOT tgisinternal
    UNION ALL
    SELECT 'disabled check of references of', relname::text, ''
    FROM pg_trigger t JOIN rel ON rel.oid = tgrelid WHERE tgisinternal AND tgenabled = 'D' GROUP BY relname
    UNION ALL
    SELECT 'rule', relname || '.' || rulename, pg_get_ruledef(t.oid)
    FROM pg_rewrite t JOIN rel ON rel.oid = ev_class WHERE rulename <> '_RETURN'
    UNION ALL
    SELECT 'policy', relname || '.' || polname, concat_ws(' ', polcmd, pg_get_expr(polqual, polrelid))
    FROM pg_policy JOIN rel ON rel.oid = polrelid
    UNION ALL
    SELECT 'function', proname::text, concat_ws(' ', pg_get_function_identity_arguments(p.oid), prolang, prosecdef,
        proconfig, prosrc)
    FROM pg_proc p JOIN space ON pronamespace = space.oid
    WHERE (('pg_proc')::regclass, p.oid) NOT IN (SELECT classid, objid FROM brought)
      -- Of a cluster before version 26, whose servers may still run.
      AND proname <> 'write_call'
    UNION ALL
    SELECT 'collation', collname::text, concat_ws(' ', collprovider, collcollate)
    FROM pg_collation l JOIN space ON collnamespace = space.oid
  )
  SELECT kind, name, replace(definition, prefix, '') AS definition FROM object, space ORDER BY kind, name`;

/**
 * Returns one sentence for each difference between a database's schema and the one that the migrations create up to
 * its version. Runs the migrations in a temporary schema, in a transaction that is rolled back; this needs the CREATE
 * privilege on the database. Throws if the database is empty or newer.
 */
export async function schemaProblems(pool: Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    const [row] = (
      await client.query("SELECT current_schema() AS name, to_regclass('schema_migrations') AS own")
    ).rows;
    if (row?.own === null) throw new Error('It holds no tables of Botmeter.');
    const { rows } = await client.query('SELECT max(version) AS version FROM schema_migrations');
    const version = Number(rows[0]?.version ?? 0);
    pendingMigrations(version);
    const scratch = `botmeter_check_${randomBytes(8).toString('hex')}`;
    const more = (await isSpread(pool)) ? SPREAD_SCHEMA : [];
    await client.query('BEGIN');
    await makeSchema(client, scratch, version, more);
    return schemaDifferences(await objectsOf(client, scratch), await objectsOf(client, row?.name));
  } finally {
    // Closing the connection rolls back.
    client.release(true);
  }
}

async function makeSchema(
  client: PoolClient,
  name: string,
  version: number,
  more: readonly string[],
): Promise<void> {
  // Of a cluster, only this node's schema is compared.
  if (more.length > 0) await client.query('SET LOCAL citus.enable_ddl_propagation = off');
  try {
    await client.query(`CREATE SCHEMA ${name}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`The schema could not be compared with that of the migrations: ${reason}.`);
  }
  await client.query(`SET LOCAL search_path = ${name}`);
  await client.query(VERSION_TABLE);
  for (const { postgres } of MIGRATIONS.slice(0, version))
    for (const one of postgres) await client.query(one);
  for (const one of more) await client.query(one);
}

const objectsOf = async (client: PoolClient, schema: string): Promise<SchemaObject[]> =>
  (await client.query<SchemaObject>(OBJECTS, [schema])).rows;
