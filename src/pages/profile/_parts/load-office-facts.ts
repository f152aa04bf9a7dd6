import { isEducatorLevel, isSuperadministrator } from '#api/actor.ts'
import type { SeenUser } from '#api/people/users/contract.ts'
import { loadRoleItems } from './load-role-items.ts'

/** Number of mails and log entries that the page shows; the lists that it links to have all. */
const maxShown = 8

/**
 * Loads what only the office sees of a person: the limits of the roles, whether the reader may sign the person up
 * (`signsUp`), and for superadministrators the latest mails to and the latest log entries about the person; those two
 * are null for others.
 */
export async function loadOfficeFacts(locals: App.Locals, user: SeenUser) {
  const { api, actor } = locals
  const seesLog = actor !== null && isSuperadministrator(actor)
  const [roleItems, mails, history] = await Promise.all([
    loadRoleItems(locals, user),
    seesLog ? api('GET /Mails', { query: { who: String(user.id), page: 1, pageSize: 25 } }) : null,
    seesLog ? api('GET /AuditLog', { query: { target: `user/${user.id}`, pageSize: maxShown } }) : null,
  ])
  return {
    roleItems,
    // The search also finds addresses that begin with the id.
    mails: mails?.items.filter(({ userId }) => userId === user.id).slice(0, maxShown) ?? null,
    history,
    signsUp: actor !== null && isEducatorLevel(actor),
  }
}

export type OfficeFacts = Awaited<ReturnType<typeof loadOfficeFacts>>
