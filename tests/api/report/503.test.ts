import { refusesWhileStorageIsLocked } from '../../support/process/separate-servers';

refusesWhileStorageIsLocked((api, bot) => api.report(bot));
