/** The version of this installation, as every program of it says it. */
import manifest from '../../package.json' with { type: 'json' };

export const version: string = manifest.version;
