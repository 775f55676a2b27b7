import type { Database } from '../plugins/prisma.ts';

export type People = ReturnType<typeof peopleRepository>;

/** What is kept about people beyond their sessions. */
export function peopleRepository(database: Database) {
  return {
    /** Whether somebody has exactly this name. Names are not unique; this only helps to choose a new one. */
    async isNameTaken(name: string): Promise<boolean> {
      return (await database.user.findFirst({ where: { name }, select: { id: true } })) !== null;
    },

    /** The person's name, or null if there is no such person. */
    async nameOf(id: string): Promise<string | null> {
      const user = await database.user.findUnique({ where: { id }, select: { name: true } });
      return user?.name ?? null;
    },

    /** Changes a name. The caller has checked it. */
    async rename(id: string, name: string): Promise<void> {
      await database.user.update({ where: { id }, data: { name } });
    },
  };
}
