import type { Ctx } from '#api/context.ts'
import { requireOrganization } from '../access-storage.ts'
import { selectMembers } from '../members-storage.ts'
import { recordShown } from '../record-shown.ts'
import { matchesName, nameOf, pageOf } from '../rules.ts'
import type { MemberName } from './contract.ts'
import { maxMembers } from './rules.ts'

/**
 * Lists a page of an organisation's members whom the caller administers and whose name matches a text, by name, at most
 * `maxMembers` a page. One round trip besides the records of the reads of the page (`recordShown`). Their licences are
 * not read. `page` counts from 1; a protected identity has its masked name.
 *
 * @throws Refused with the codes of `requireOrganization`.
 */
export async function listMemberNames(ctx: Ctx, id: number, { text, page }: { text: string; page: number }) {
  const { db, actor } = ctx
  const [, members] = await Promise.all([requireOrganization(db, actor, id), selectMembers(db, actor, id)])
  const found = members.filter((member) => matchesName(nameOf(member), text))
  const window = { page, pageSize: maxMembers }
  const shown = pageOf(found, window)
  await recordShown(ctx, shown)
  const items = shown.map(
    (member): MemberName => ({
      userId: member.id,
      name: nameOf(member),
      birthDate: member.birthOn,
    }),
  )
  return { items, total: found.length, ...window }
}
