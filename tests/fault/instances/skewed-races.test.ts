import { racesOf } from '../../support/fault/races';

racesOf('clocks ten minutes apart', ['-10m', '', '+10m', '-10m']);
