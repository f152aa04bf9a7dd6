import { isAdministrator, isEducatorLevel, isSuperadministrator } from '#api/actor.ts'
import type { SeenUser } from '#api/people/users/contract.ts'
import { nullIfNotAllowed } from '#components/refusal-fallbacks.ts'
import { loadRoleItems } from './load-role-items.ts'

/** Number of mails, mailings and log entries that the page shows; the lists that it links to have all. */
const maxShown = 8

/**
 * Loads what only the office sees of a person: the limits of the roles, whether the reader may sign the person up
 * (`signsUp`), for administrators the notes, for superadministrators the latest mails to and the latest log entries
 * about the person, and for the others the mailings that they themselves wrote to the person; these are null for
 * others.
 */
export async function loadOfficeFacts(locals: App.Locals, user: SeenUser) {
  const { api, actor } = locals
  const seesLog = actor !== null && isSuperadministrator(actor)
  const isOffice = actor !== null && isAdministrator(actor)
  const [roleItems, notes, mails, history, mailings] = await Promise.all([
    loadRoleItems(locals, user),
    isOffice ? api('GET /user/:id/Notes', { params: { id: user.id } }).catch(nullIfNotAllowed) : null,
    seesLog ? api('GET /Mails', { query: { who: String(user.id), page: 1, pageSize: 25 } }) : null,
    seesLog ? api('GET /AuditLog', { query: { target: `user/${user.id}`, pageSize: maxShown } }) : null,
    seesLog ? null : api('GET /Mailings', { query: { userId: user.id, page: 1, pageSize: maxShown } }),
  ])
  return {
    roleItems,
    notes,
    // The search also finds addresses that begin with the id.
    mails: mails?.items.filter(({ userId }) => userId === user.id).slice(0, maxShown) ?? null,
    history,
    ownMailings: mailings?.items ?? null,
    signsUp: actor !== null && isEducatorLevel(actor),
  }
}

export type OfficeFacts = Awaited<ReturnType<typeof loadOfficeFacts>>
