import manifest from '../../package.json' with { type: 'json' };

/** The version of Botmeter, which lib/deploy/CHANGELOG.md describes. */
export const VERSION: string = manifest.version;
