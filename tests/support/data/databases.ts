import type { DatabaseKind } from './database-kind';
import { postgres } from './postgres-database';
import { sqlite } from './sqlite-database';

/** Every database that Botmeter supports. */
export const databases: readonly DatabaseKind[] = [sqlite, postgres];
