import { features } from '#api/features.ts'
import { randomToken } from '#platform/digest.ts'
import { type CallAccess, type Caller, callers } from '#story/call-access.ts'
import { createExam, insertDriver } from './api/exams/fixtures.ts'
import { category, education, educationResult, mediaTag, medium, occasion, part, partResult } from './catalogue.ts'
import { configurePortal } from './configuration.ts'
import { insertFederation } from './federation.ts'
import { insertIntegrationAccount } from './integrations.ts'
import { insertLicense } from './licenses.ts'
import { anonymous, call, type Person, signedIn } from './portal.ts'
import { insertSubmission } from './submission.ts'
import { inDays } from './time.ts'

type Fetch = Person['fetch']

await insertFederation()
await configurePortal({ features: [...features] })

/** Creates an integration account and returns its secret. */
export async function createIntegrationSecret(permission: 'IntegrationRead' | 'IntegrationWrite'): Promise<string> {
  return (await insertIntegrationAccount({ roles: [permission] })).secret
}

/** Creates one caller of each kind, none with access to the people and resources of `createResources`. */
async function cast() {
  const learner = await signedIn({ organizationIds: [20] })
  const fetches: Record<Caller, Fetch> = {
    anonymous: anonymous,
    learner: learner.fetch,
    external: (await signedIn({ isExternal: true })).fetch,
    educator: (await signedIn({ roles: { Educator: {} }, organizationIds: [20] })).fetch,
    administrator: (await signedIn({ roles: { Administrator: { Organization: [2] } } })).fetch,
    superadministrator: (await signedIn({ roles: { SuperAdministrator: {} } })).fetch,
    clubAdministrator: (await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })).fetch,
    reader: call(await createIntegrationSecret('IntegrationRead')),
    writer: call(await createIntegrationSecret('IntegrationWrite')),
  }
  return { learner, fetches }
}

let shared = cast()

/** Creates an exam with one participant. */
async function examOn(userId: number) {
  const created = await createExam()
  const { id } = await insertDriver(created, { id: userId })
  return { ...created, examResultId: id }
}

async function createResources() {
  const other = await signedIn({ organizationIds: [30], birthOn: '1990-01-01' })
  const educationPartId = await part({ type: 1 })
  const educationId = await education({ partIds: [educationPartId], categoryIds: [await category('Banracing')] })
  const occasionId = await occasion({ educationPartId, startsAt: inDays(20) })
  const resultId = await partResult({ userId: other.id, educationPartId, occasionId })
  const educationResultId = await educationResult({ userId: other.id, educationId })
  const submissionId = await insertSubmission({ userId: other.id, educationPartId, educationPartResultId: resultId })
  const mediaId = await medium({ educationIds: [educationId] })
  const tagId = await mediaTag(randomToken())
  const child = await signedIn({ organizationIds: [30], birthOn: '2015-05-01' })
  const licenseId = await insertLicense()
  const { exam, examResultId } = await examOn(other.id)
  const examId = exam.id
  return {
    other,
    child,
    educationPartId,
    educationId,
    occasionId,
    resultId,
    educationResultId,
    mediaId,
    tagId,
    examId,
    examResultId,
    educationPartResultId: resultId,
    submissionId,
    licenseId,
  }
}
type Resources = Awaited<ReturnType<typeof createResources>>

/** The ids that fill in a call's path and body. */
export type CallResources = Omit<Resources, 'other' | 'child'> & { child: Pick<Person, 'id'> }

/** Resources of the next call. Created again only after a successful write: reads and refusals leave them unchanged. */
let things: Promise<Resources> | null = null

const absent = 999_999
const absentGuid = '00000000-0000-4000-8000-000000999999'
const texts: Record<string, string> = {
  userName: 'nobody',
  role: 'Educator',
  date: '2027-01-01',
  x: 'nobody',
  code: 'AAAA-BBBB',
  status: 'Approved',
}

/** Returns an id of the kind that the path names; an id that does not exist for any other path. */
function idIn(
  path: string,
  { educationPartId, educationId, occasionId, examId, mediaId, tagId, licenseId }: CallResources,
): number {
  const kinds: [RegExp, number][] = [
    [/^\/EducationPartsPracticalDriverExam\//i, examId],
    [/^\/Payment\/cancellation\/|^\/EducationPartOccasions\/|^\/reports\/|ForOccasion\/:id$/i, occasionId],
    [/^\/EducationParts\/|ToEducationPart\/:id$/i, educationPartId],
    [/^\/Educations\/|^\/Media\/education\//i, educationId],
    [/^\/Media\/mediatag\/|^\/MediaTag\//i, tagId],
    [/^\/Media\//i, mediaId],
    [/^\/Organization\//i, 20],
    [/^\/Licenses\//i, licenseId],
  ]
  return kinds.find(([pattern]) => pattern.test(path))?.[1] ?? absent
}

const aboutPerson =
  /^\/user\/(edit\/|ReactivateInactiveUser\/)?:id|:userId|\/userprofile\/:id|(SingleSignOnLink|GetPayments)ForUser\/:id/i
const namesPerson = (param: string, path: string) =>
  param === 'userId' || (param === 'id' && !path.includes(':userId') && aboutPerson.test(path))

export const toAddress = (path: string, things: CallResources, personId: number) =>
  path.replace(/:(\w+)/g, (_, param: string) => {
    if (namesPerson(param, path)) return String(personId)
    if (param === 'id' && /^\/Payment\/(?!refunds\/|cancellation\/)/.test(path)) return absentGuid
    if (param === 'id') return String(idIn(path, things))
    const own = {
      ...things,
      ...(/^\/Educations\//i.test(path) && { resultId: things.educationResultId }),
      ...(/DriverExam\//i.test(path) && { resultId: things.examResultId }),
      ...texts,
    }
    return String(own[param as keyof typeof own] ?? absent)
  })

/** Returns the body without which a call would not reach its access check; an empty object for every other call. */
export function toBody(name: string, things: CallResources, personId: number): unknown {
  const bodies: Record<string, unknown> = {
    'POST /User/several': [personId],
    'POST /Authentication/GeneratePassword': { userId: personId },
    'PUT /EducationCategory/AddUserToEducationCategory': { userId: personId, educationCategoryIds: [] },
    'PUT /user/edit/:id': { language: 'en' },
    'PUT /User/:id/roles/extensions': { role: 'Educator', extensions: {} },
    'POST /User/:id/guardian': { adultUserId: personId, childUserId: things.child.id },
    'PUT /User/:id/guardian': { adultUserId: personId, childUserId: things.child.id },
    'PUT /submissionAdmin/UpdateAssignee/:assigneeId': [things.submissionId],
    'POST /submissionAdmin/Download': [things.submissionId],
    'POST /comments/:educationPartResultId': 'Hej',
    'POST /User/:id/guardian/candidates': { searchString: 'ström', as: 'guardian' },
    'PUT /EducationParts/:id/results': [{ userId: personId, educationPartId: things.educationPartId }],
    'PUT /EducationPartOccasions/results': [{ userId: personId, occasionId: things.occasionId }],
    'PUT /Educations/:id/results': [{ userId: personId, educationId: things.educationId }],
    'POST /EducationPartsPracticalDriverExam/:id': { userId: personId },
    'PUT /EducationPartsPracticalDriverExam/:id/assignguardian': {
      adultUserId: things.child.id,
      childUserId: personId,
    },
    'PUT /EducationPartsPracticalDriverExam/:id/results': [{ userId: personId, resultId: things.examResultId }],
    'POST /EducationPartsPracticalDriverExam/searchAdults': { searchString: 'Anna', childUserId: things.child.id },
    'POST /Mailings/preview': { audience: { kind: 'occasion', occasionId: things.occasionId } },
    'POST /CertificateShares': { educationId: things.educationId },
    'POST /Licenses/LicenseGoals': { userId: personId, licenseId: things.licenseId },
    'POST /OtherRequirement/results': { userId: personId, otherRequirementId: absent, completedDate: '2026-01-01' },
    'POST /user/:id/Licenses': { licenseId: things.licenseId, reason: 'Efter prövning' },
    'POST /user/:id/Licenses/:licenseId/revoke': { reason: 'Efter prövning' },
    'POST /user/:id/ReportedActivities': { outsideActivityId: absent, doneOn: '2026-01-01', amount: 1 },
    'POST /user/:id/Notes': { text: 'Ringde om kursen' },
    'PUT /User/:id/closure': { reason: 'Delat konto' },
    'PUT /user/:id/invitations/:invitationId': { accept: true },
    'PUT /Educations/:id/AddUserToEducation': { userIds: [personId] },
  }
  return bodies[name] ?? {}
}

const letters: Record<number, string> = { 401: 'L', 403: 'F', 404: 'H' }

async function outcomeOf(fetch: Fetch, name: string, things: Resources, personId: number) {
  const [method = '', path = ''] = name.split(' ')
  const body = method === 'GET' ? undefined : toBody(name, things, personId)
  const response = await fetch(method, toAddress(path, things, personId), body)
  if (!response.headers.get('content-type')?.includes('json')) await response.body?.cancel()
  if (response.status >= 500 || response.status === 429) throw new Error(`${name}: ${await response.text()}`)
  return { letter: letters[response.status] ?? '·', isDone: response.ok && method !== 'GET' }
}

export type ObservedAccess = Omit<CallAccess, 'name'>

/** Makes a call as every kind of caller and returns the outcome of each as a letter. */
export async function observeAccess(name: string): Promise<ObservedAccess> {
  // Callers are replaced, because signing out or changing the password invalidates their sessions.
  if (name.includes('/Authentication/')) shared = cast()
  const { learner, fetches } = await shared
  if (name.includes('/Authentication/')) shared = cast()
  const seen = {} as Record<Caller, string>
  for (const caller of callers) {
    things ??= createResources()
    const { letter, isDone } = await outcomeOf(fetches[caller], name, await things, (await things).other.id)
    seen[caller] = letter
    // A write may leave the resource unusable for the next caller.
    if (isDone) things = null
  }
  // A 404 for a superadministrator is no hiding: the resource does not exist.
  if (seen.superadministrator === 'H')
    for (const caller of callers) seen[caller] = seen[caller] === 'H' ? '·' : seen[caller]
  const [, path = ''] = name.split(' ')
  things ??= createResources()
  const own = aboutPerson.test(path) ? await outcomeOf(learner.fetch, name, await things, learner.id) : null
  if (own?.isDone) things = null
  const self = own?.letter ?? '-'
  return { letters: seen, self }
}

export const formatAccessRow = (name: string, { letters: own, self }: ObservedAccess): string =>
  [name.padEnd(80), ...callers.map((caller) => own[caller]), self].join(' ')
