import { version } from '../../package.json';

/** The version of Botmeter, which lib/deploy/CHANGELOG.md describes. */
export const VERSION: string = version;
