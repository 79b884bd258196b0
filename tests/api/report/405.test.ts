import { refusesOtherMethods } from '../../support/process/refused-methods';
import { onEveryServer, REPORT_PATH } from '../../support/process/site';

onEveryServer((site) => refusesOtherMethods(site, REPORT_PATH, 'POST'));
