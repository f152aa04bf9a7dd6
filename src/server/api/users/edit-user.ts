import { recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { fileIdOf } from '../files/storage.ts'
import { storePicture } from '../files/store-picture.ts'
import { Refused } from '../refusals.ts'
import { changesOnlyOwn, mayEdit } from './access.ts'
import type { UserEdit } from './contract.ts'
import { type FoundUser, findUser, markEdited } from './storage.ts'
import { answersFor, seesAll } from './within-reach.ts'

/** A person as the caller finds them. */
export async function getUser(ctx: Ctx, id: number): Promise<FoundUser> {
  const sight = { seen: seesAll(ctx.actor, id), answeredFor: answersFor(ctx.actor, id) }
  const user = await findUser(ctx.db, id, sight)
  if (!user) throw new Refused('not_found')
  return user
}

interface Picture {
  file: File | null
  remove: boolean
}

async function pictureChange(ctx: Ctx, { file, remove }: Picture) {
  if (!file) return { statements: [], columns: remove ? { pictureFileId: null } : {} }
  const { key, statement } = await storePicture(ctx, file, 'SignedIn')
  return { statements: [statement], columns: { pictureFileId: fileIdOf(key) } }
}

/** Changes a person; what the caller did not name stays. */
export async function editUser(ctx: Ctx, id: number, edit: UserEdit, picture: Picture): Promise<FoundUser> {
  const user = await getUser(ctx, id)
  if (!mayEdit(ctx.actor, user, user.answeredFor)) throw new Refused('not_allowed')
  if (!user.answeredFor && !changesOnlyOwn(edit)) throw new Refused('not_allowed')
  const { statements, columns } = await pictureChange(ctx, picture)
  await ctx.db.commit([
    ...statements,
    markEdited(ctx.db, id, { ...edit, ...columns }, ctx.now),
    recordAudit(ctx, 'user.edited', { type: 'user', id }, { fields: Object.keys({ ...edit, ...columns }) }),
  ])
  return getUser(ctx, id)
}
