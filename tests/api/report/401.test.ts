import { onEveryServer } from '../../support/process/api-server';
import { rejectsInvalidKeys } from '../../support/process/refused-keys';
import { REPORT_PATH } from '../../support/process/requests';

onEveryServer((site) => rejectsInvalidKeys(site, { method: 'POST', path: REPORT_PATH }));
