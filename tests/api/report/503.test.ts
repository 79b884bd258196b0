import { answersLockedStorage } from '../../support/process/locked-storage';

answersLockedStorage((site, bot) => site.report(bot));
