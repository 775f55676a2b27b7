/** Brings the styles of later.css: a component that uses one of them imports this. */
import { adopt } from './adopt.ts';
import styles from './later.css?inline';

adopt(styles);
