import { refusesWhatIsNoKey } from '../../support/process/refused-keys';
import { onEveryServer, REPORT_PATH } from '../../support/process/site';

onEveryServer((site) => refusesWhatIsNoKey(site, { method: 'POST', path: REPORT_PATH }));
