import { onEveryServer } from '../../support/process/api-server';
import { refusesOtherMethods } from '../../support/process/refused-methods';
import { REPORT_PATH } from '../../support/process/requests';

onEveryServer((site) => refusesOtherMethods(site, REPORT_PATH, 'POST'));
