import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { contracts } from '#api/contracts.ts'
import { uploads } from '#api/foundation/uploads/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { forgeZip } from '#story/forged-zips.ts'
import { createEducation, createOccasion } from '../catalogue.ts'
import { createDigitalCourse } from '../course.ts'
import { database, signedIn } from '../portal.ts'
import { readingPosts } from '../scope/reading-calls.ts'

const { query } = database()
const zip = forgeZip([{ path: 'index.html', content: '<!doctype html><title>Kurs</title>' }])

function form(name: string, body: object, file?: File) {
  const sent = new FormData()
  sent.set(name, JSON.stringify(body))
  if (file) sent.set('file', file)
  return sent
}

/** Sends the same write twice under one idempotency key and expects the first answer to be repeated. */
async function twice(send: (headers: Record<string, string>) => Promise<Response>) {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, again] = [await send(headers), await send(headers)]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const answer = await first.json()
  expect(await again.json()).toEqual(answer)
  return answer
}

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

test('a part that is sent twice is created once, with one package', async () => {
  const title = 'Sänd två gånger'
  const part = { title, type: 'ArticulateSession', educationIds: [] }
  await twice((headers) =>
    superadministrator.fetch(
      'POST',
      '/EducationParts',
      form('educationPart', part, new File([zip], 'kurs.zip')),
      headers,
    ),
  )
  const made = await query.select().from(educationParts).where(eq(educationParts.title, title))
  expect(made).toHaveLength(1)
  const packages = await query
    .select()
    .from(contentPackages)
    .where(eq(contentPackages.educationPartId, made[0]?.id ?? 0))
  expect(packages).toHaveLength(1)
})

test('a part whose file is refused is not created', async () => {
  const part = { title: 'Utan fil', type: 'Submission', educationIds: [] }
  const sent = form('educationPart', part, new File([zip], 'kurs.zip'))
  expect((await superadministrator.fetch('POST', '/EducationParts', sent)).status).toBe(415)
  expect(await query.select().from(educationParts).where(eq(educationParts.title, 'Utan fil'))).toEqual([])
})

test('a package that is sent twice is received once', async () => {
  const { educationPartId } = await createDigitalCourse()
  const sent = () => form('request', { educationPartId }, new File([zip], 'kurs.zip'))
  await twice((headers) => superadministrator.fetch('POST', '/Packages', sent(), headers))
  const rows = await query.select().from(contentPackages).where(eq(contentPackages.educationPartId, educationPartId))
  expect(rows).toHaveLength(1)
})

test('an upload in parts that is begun and completed twice is one upload and one package', async () => {
  const body = { fileName: `${crypto.randomUUID()}.zip`, size: zip.length }
  const begun = (await twice((headers) => superadministrator.fetch('POST', '/Packages/uploads', body, headers))) as {
    uploadId: string
  }
  const uploadRows = await query.select().from(uploads).where(eq(uploads.originalName, body.fileName))
  expect(uploadRows).toHaveLength(1)
  await superadministrator.raw('PUT', `/Packages/uploads/${begun.uploadId}/parts/1`, zip)
  const complete = `/Packages/uploads/${begun.uploadId}/complete`
  await twice((headers) => superadministrator.fetch('POST', complete, { educationPartId: null }, headers))
  const rows = await query.select().from(contentPackages).where(eq(contentPackages.originalName, body.fileName))
  expect(rows).toHaveLength(1)
})

test('a retry of a sign-up returns the result, and is not refused', async () => {
  const { firstPartId } = await createEducation([{}])
  const [learner, day] = [await signedIn(), await createOccasion(firstPartId)]
  const written = [{ userId: learner.id, occasionId: day.id }]
  await twice((headers) => learner.fetch('PUT', '/EducationPartOccasions/results', written, headers))
  const rows = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, learner.id))
  expect(rows).toHaveLength(1)
})

/**
 * Calls without stored idempotent answers, with the reason why a repeat changes nothing or why the answer may not be
 * stored.
 */
const repeatedOtherwise: Record<string, string> = {
  'POST /Articulate/part/:id/units/:position': 'opens again each time; the answer holds a way in',
  'POST /Articulate/educatorpart/:id/units/:position': 'opens again each time; the answer holds a way in',
  'POST /Authentication/Login': 'the answer opens an account',
  'POST /Authentication/Logout': 'what has ended ends no more',
  'POST /Authentication/SingleSignOn': 'the answer opens an account',
  'POST /Authentication/GeneratePassword': 'the answer may hold the password',
  'POST /Authentication/ChangePassword': 'the old password does not do twice',
  'POST /Authentication/ForgotPassword/contactinfo': 'is a question',
  'POST /Authentication/ForgotPassword/reset': 'nobody is signed in; a later code replaces the earlier',
  'POST /ExternalLogin/startauthentication/:x': 'nobody is signed in; a later order replaces the earlier',
  'POST /ExternalLogin/result/:x': 'is a question; the answer may open an account',
  'POST /ExternalLogin/oidc/start': 'nobody is signed in; each start is a sign-in of its own',
  'POST /ExternalLogin/oidc/complete': 'the provider’s answer opens one session and no second',
  'POST /ExternalLogin/cancel/:x': 'what is canceled is canceled',
  'POST /Authentication/passkey/options': 'is a question; a later challenge stands beside the earlier',
  'POST /Authentication/passkey': 'a challenge works once; the answer opens an account',
  'POST /Authentication/secondstep/options': 'is a question; a later challenge stands beside the earlier',
  'POST /Authentication/secondstep': 'a code or challenge works once; the answer opens an account',
  'POST /Authentication/passkey/verify': 'a challenge works once',
  'POST /Authentication/password/verify': 'the password is given again, which changes nothing but the time',
  'POST /Authentication/passkeys/options': 'is a question; a later challenge stands beside the earlier',
  'POST /Authentication/passkeys': 'a challenge works once',
  'POST /Authentication/passkeys/:id/remove': 'what is removed is removed',
  'POST /Authentication/app': 'a later secret replaces the earlier; the answer holds it',
  'POST /Authentication/app/confirm': 'a code works once; the answer holds recovery codes',
  'POST /Authentication/app/remove': 'what is removed is removed',
  'POST /Authentication/recoverycodes': 'later codes replace the earlier; the answer holds them',
  'POST /Payment/OnPaid/:id': 'is a question to the provider; what it says is acted on once',
  'POST /Payment/receipts/preview': 'is a question',
  'POST /Payment/Webhook': 'comes from the provider, and is only a reason to ask it',
  'POST /ExternalLogin/localdevice': 'plays the phone where one tries things out',
  'POST /Notices/read': 'what is read is read',
  'POST /Media/education/:id': 'a medium is connected once',
  'POST /user/:id/erasure': 'a person has one open request',
  'POST /User/:id/guardian': 'two people are linked once',
  'POST /User': 'another system’s own id of a person is used once',
  'POST /user/:id/emailchange/resend': 'another letter ends the link of the one before',
  'POST /Authentication/email/confirm': 'a link works once',
  'POST /Authentication/email/object': 'a link works once',
  'POST /OwnAccounts/code': 'nobody is signed in; a later code stands beside the earlier',
  'POST /OwnAccounts/proof': 'a code works once',
  'POST /OwnAccounts': 'a proof works once',
  'POST /OwnAccounts/identified': 'a proof works once',
  'POST /OwnAccounts/consent': 'a link works once',
  'POST /AccountRequests/:id/decision': 'a request is settled once',
  'POST /MembershipRequests/:id/decision': 'a request is decided once',
  'POST /User/:id/guardian/candidates': 'is a question',
  'POST /User/filtered': 'is a question',
  'POST /User/filterededucation': 'is a question',
  'POST /User/filteredoccassion': 'is a question',
  'POST /User/export': 'is a question',
  'POST /User/filterededucation/export': 'is a question',
  'POST /User/roles/matching/preview': 'is a question',
  'POST /User/roles/preview': 'is a question',
  'POST /Mailings/preview': 'is a question',
  'POST /MailingRules/preview': 'is a question',
  'POST /Fortnox/connect': 'stores nothing',
  'POST /Fortnox/complete': 'a grant is used once',
  'POST /Webhooks': 'the answer has a secret',
  'POST /Webhooks/:id/newsecret': 'the answer has a secret',
  'POST /User/integrationaccounts': 'the answer opens an account; a name is given once',
  'POST /User/integrationaccounts/:id/newpassword': 'the answer opens an account',
  'POST /Calendar/CalendarCounts': 'reads',
  'POST /Calendar/CalendarFiltered': 'reads',
  'POST /CertificateShares': 'gives the one there is',
  'POST /CvCode/share': 'gives the one there is',
  'POST /user/:userId/certificate/:educationId/reissue': 'changes nothing when name and language are the same',
  'POST /Calendar/subscriptions': 'gives the one there is; its answer holds a secret',
  'POST /EducationPartOccasions/clashes': 'is a question',
  'POST /EducationPartOccasions/:id/meeting/attendance': 'replaces what was fetched before',
  'POST /EducationPartOccasions/:id/participants/find': 'is a question',
  'POST /EducationPartsPracticalDriverExam/filter': 'is a question',
  'POST /EducationPartsPracticalDriverExam/filter/export': 'is a question',
  'POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList': 'is a question',
  'POST /EducationPartsPracticalDriverExam/results': 'is a question',
  'POST /EducationPartsPracticalDriverExam/searchAdults': 'is a question',
  'POST /EducationPartsPracticalDriverExam/:id/:userId/musthaveguardian': 'is a question',
  'POST /User/possibleEducatorsForPracticalDrivingExam': 'is a question',
  'POST /User/several': 'is a question',
  'POST /MemberImports/file': 'what is staged again is replaced',
  'POST /MemberImports/:id/start': 'an import that runs or is done is the same import',
  'POST /MemberImports/:id/undo': 'what is undone is undone',
  'POST /imports/educationResultsFile': 'what is staged again is replaced',
  'POST /imports/clear': 'what is cleared is cleared',
  'POST /imports/:id/undo': 'what is undone is undone',
  'POST /imports/start': 'an import that runs or is done is the same import',
  'POST /submissionAdmin': 'is a question',
  'POST /submissionAdmin/Download': 'is a question',
  'POST /submissionAdmin/export': 'is a question',
  'POST /submissionAdmin/Download/:submissionId': 'is a question',
  'POST /Invoices/Batches/:id/File':
    'names how many times the file was fetched; one of two with the same number is refused',
  'POST /Licenses/Search': 'is a question',
}

test('every POST that creates something accepts an idempotency key, or states why not', () => {
  const posts = Object.values(contracts)
    .flatMap((calls) => Object.entries(calls))
    .filter(([name]) => name.startsWith('POST '))
  const without = posts.filter(([, call]) => !('repeatable' in call)).map(([name]) => name)
  expect(without.sort()).toEqual(Object.keys(repeatedOtherwise).sort())
})

test('every POST that only asks is a call of the scope tests, except before signing in', () => {
  const questions = Object.keys(repeatedOtherwise).filter((name) =>
    ['is a question', 'reads'].includes(repeatedOtherwise[name] ?? ''),
  )
  const inside = questions.filter((name) => !name.startsWith('POST /Authentication/'))
  expect(inside.filter((name) => !readingPosts.has(name))).toEqual([])
})
