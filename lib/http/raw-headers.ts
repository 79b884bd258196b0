/** How often a header field occurs. `name` in lower case. Runs for every request, so names of other lengths are skipped first. */
export function countFields(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const field = rawHeaders[i];
    if (field?.length === name.length && field.toLowerCase() === name) count++;
  }
  return count;
}
