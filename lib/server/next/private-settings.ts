import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives Next the configuration that the build resolved, as its standalone server does. Otherwise it would read
 * next.config.ts again and load a compiler of about 100 MB.
 */
export function setBuiltConfig(): void {
  const file = join(process.cwd(), '.next', 'required-server-files.json');
  const { config } = JSON.parse(readFileSync(file, 'utf8'));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
