import { isAdministrator } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { loadRecordsOfAll } from '#api/office/data-retention/export-records.ts'
import { findMergedSubjects, findSubject } from '#api/office/data-retention/subject.ts'
import type { PendingEmail } from '#api/people/email-changes/contract.ts'
import { isByAnother } from '#api/people/email-changes/rules.ts'
import type { EmailChange } from '#api/people/email-changes/storage.ts'
import { mayRemoveLink } from '#api/people/external-login/oidc/change-link.ts'
import { determineRepresentation } from '#api/people/guardians/representation.ts'
import { refuseCandidates } from '#api/people/guardians/rules.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { authorizePersonRead } from '#api/people/reach/reads/authorize-person-read.ts'
import { recordReadsOfList } from '#api/people/reach/reads/record-reads.ts'
import { toSeenUser } from '#api/people/reach/to-user.ts'
import { mayEdit } from '#api/people/users/access.ts'
import type { Closure } from '#api/people/users/closure-storage.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { toPortalDay } from '#api/zone.ts'
import { type Profile, type ProfilePermissions, profiles } from './contract.ts'
import { loadPersonalData, loadProfile, type ProfileLearning } from './storage.ts'

const noLearning: ProfileLearning = {
  results: [],
  started: [],
  booked: [],
  guardians: [],
  wards: [],
  looksAfter: false,
  emailChange: null,
}

/** Removes data that the caller may not see. An educator sees only the results of own educations. */
function filterLearning({ user, learning }: { user: FoundUser; learning: ProfileLearning }): ProfileLearning {
  if (user.isFullyVisible) return learning
  return user.taughtAccess ? { ...noLearning, looksAfter: true, results: learning.results } : noLearning
}

const toPendingEmail = ({ email, expiresAt, ...change }: EmailChange): PendingEmail | null =>
  email === null ? null : { email, expires: expiresAt, byAnother: isByAnother(change) }

const toClosure = (closure: Closure | null): Profile['closure'] =>
  closure && { reason: closure.reason, closed: closure.closedAt, closedBy: closure.closedByName }

/** Returns the caller's permissions on the person, by the same rules as the calls. */
function listPermissions({ actor, now }: Ctx, user: FoundUser, looksAfter: boolean): ProfilePermissions {
  const own = user.id === actor.id
  const facts = { birthOn: user.birthOn, own, looksAfter, sees: user.isFullyVisible, office: isAdministrator(actor) }
  const maySearchFor = (as: 'guardian' | 'ward') =>
    refuseCandidates(as, facts, latestAdultBirth(toPortalDay(now))) === null
  return {
    edit: !own && mayEdit(actor, user),
    addGuardian: maySearchFor('guardian'),
    addWard: maySearchFor('ward'),
    printCv: user.isFullyVisible,
  }
}

export const routes = serve(profiles, {
  'GET /user/:id/profile': async ({ params }, ctx) => {
    const found = await loadProfile(ctx, params.id)
    // The address of a merged-away person leads to the one who stays.
    const profile = found?.user.mergedInto ? await loadProfile(ctx, found.user.mergedInto) : found
    const user = await authorizePersonRead(ctx, params.id, profile?.user ?? null)
    if (!profile) throw new Refused('not_found')
    // Only a fully visible profile contains the relatives.
    if (user.isFullyVisible) await recordReadsOfList(ctx, profile.relatives)
    const taught = !user.isFullyVisible && user.taughtAccess !== null
    const { looksAfter, emailChange, ...learning } = filterLearning(profile)
    const may = listPermissions(ctx, user, looksAfter)
    const pendingEmail = emailChange && (may.edit || user.id === ctx.actor.id) ? toPendingEmail(emailChange) : null
    const connected = may.edit ? user.personalNumberHash !== null : null
    const isOffice = may.edit && isAdministrator(ctx.actor)
    const staffSignIn = isOffice ? profile.staffSignIn && (await mayRemoveLink(ctx, user)) : null
    return {
      user: toSeenUser(ctx, user),
      full: user.isFullyVisible,
      taught,
      may,
      pendingEmail,
      connected,
      staffSignIn,
      closure: isOffice ? toClosure(profile.closure) : null,
      ...learning,
    }
  },
  'GET /user/:id/personaldata': async ({ params }, ctx) => {
    const speaker = await determineRepresentation(ctx, params.id)
    const subject = speaker && (await findSubject(ctx, params.id))
    if (!subject) throw new Refused('not_allowed')
    const user = await getUser(ctx, params.id)
    const merged = await findMergedSubjects(ctx, params.id)
    const data = await loadPersonalData(ctx, user.id)
    const records = await loadRecordsOfAll(ctx.db, [subject, ...merged], ctx.now)
    await ctx.db.commit([recordAudit(ctx, 'personalData.exported', { type: 'user', id: user.id })])
    return { exported: ctx.now, user: toSeenUser(ctx, user), ...data, ...records }
  },
})
