/** What people are called whose name is not shown. */
export const standIns = { hidden: 'Hidden name', deleted: 'Deleted player' };
