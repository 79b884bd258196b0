import { build, isBuildCurrent } from '@/lib/build/build.mjs';

/** The suites run what was built: `npm test` has done so already, a single suite may have to. */
export default async function setup(): Promise<void> {
  if (!isBuildCurrent()) await build();
}
