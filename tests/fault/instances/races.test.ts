import { racesOf } from '../../support/fault/races';

racesOf('the same clock', ['', '', '', '']);
