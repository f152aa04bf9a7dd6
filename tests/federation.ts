import { organizations } from '#api/people/organizations/table.ts'
import { database } from './portal.ts'

const now = new Date()

async function organization(id: number, name: string, path: string, type: 0 | 1 | 2) {
  const parentId = path.split('/').map(Number).at(-3) || null
  const isMain = type === 0
  await database()
    .query.insert(organizations)
    .values({ id, name, path, type, parentId, isMain, createdAt: now, changedAt: now })
}

/** Creates a federation (1) of two districts (2, 3) with a club each (20, 30), and a second club in the north (21). */
export async function insertFederation(): Promise<void> {
  await organization(1, 'Förbundet', '/1/', 0)
  await organization(2, 'Distrikt Norr', '/1/2/', 1)
  await organization(3, 'Distrikt Syd', '/1/3/', 1)
  await organization(20, 'Åre MK', '/1/2/20/', 2)
  await organization(21, 'Luleå MS', '/1/2/21/', 2)
  await organization(30, 'Ystad MK', '/1/3/30/', 2)
}
