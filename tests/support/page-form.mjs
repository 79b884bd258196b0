/** The form of a page that has a field of this name, with its hidden fields, as a browser without scripts sends it. */
export function pageForm(/** @type {string} */ page, /** @type {string} */ field) {
  const form =
    page.split('<form').find((part) => (part.split('</form>')[0] ?? '').includes(`name="${field}"`)) ?? '';
  const body = new FormData();
  for (const [input] of form.matchAll(/<input type="hidden"[^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(input) ?? [];
    const [, value = ''] = /value="([^"]*)"/.exec(input) ?? [];
    body.append(name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  }
  return body;
}
