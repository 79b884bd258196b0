import { findBrowser } from '../../support/browser.mjs';

/**
 * @typedef {object} Visit
 * @property {number} score
 * @property {number} blockingMs
 * @property {number} scriptBytes On the wire, as `documentBytes`.
 * @property {number} documentBytes
 * @property {number} benchmarkIndex The speed of this machine by Lighthouse's own measure.
 */

const ATTEMPTS = 5;

/** A package of this folder, which the product's own checks do not have. @param {string} name @returns {Promise<any>} */
const ownPackage = (name) => import(name);

/** A browser in which pages are visited as by a phone, each with an empty cache. */
export async function openLighthouse() {
  const [{ launch }, { default: lighthouse }] = await Promise.all(
    ['chrome-launcher', 'lighthouse'].map(ownPackage),
  );
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu'];
  const chrome = await launch({ chromePath: findBrowser(), chromeFlags, logLevel: 'error' });

  /** @param {string} url @param {string} cookie of the session; empty without one @returns {Promise<Visit>} */
  async function visit(url, cookie) {
    const extraHeaders = cookie === '' ? undefined : { Cookie: cookie };
    const flags = { port: chrome.port, logLevel: 'error', extraHeaders };
    let lhr;
    // Some visits fail for reasons of the browser; Lighthouse then asks to run it again.
    for (let attempt = 1; attempt <= ATTEMPTS && !(lhr?.categories.performance.score > 0); attempt++)
      ({ lhr } = await lighthouse(url, { ...flags, onlyCategories: ['performance'] }));
    const { categories, audits, environment, runtimeError, finalDisplayedUrl } = lhr;
    const { score } = categories.performance;
    if (runtimeError || score === null) throw new Error(`${url}: ${runtimeError?.message ?? 'no score'}`);
    if (finalDisplayedUrl !== url) throw new Error(`${url} leads to ${finalDisplayedUrl}.`);
    return {
      score: Math.round(score * 100),
      blockingMs: audits['total-blocking-time']?.numericValue ?? Number.NaN,
      scriptBytes: bytesOf(audits, 'Script'),
      documentBytes: bytesOf(audits, 'Document'),
      benchmarkIndex: environment.benchmarkIndex,
    };
  }

  return { visit, close: async () => chrome.kill() };
}

/** @param {{ 'network-requests'?: { details: { items: { resourceType: string, transferSize: number }[] } } }} audits */
const bytesOf = (audits, /** @type {string} */ type) =>
  (audits['network-requests']?.details.items ?? [])
    .filter(({ resourceType }) => resourceType === type)
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
