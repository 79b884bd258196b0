import { rejectsInvalidKeys } from '../../support/process/refused-keys';
import { onEveryServer, REPORT_PATH } from '../../support/process/site';

onEveryServer((site) => rejectsInvalidKeys(site, { method: 'POST', path: REPORT_PATH }));
