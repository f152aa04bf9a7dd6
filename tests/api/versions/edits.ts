import { createEducation, education, part } from '../../catalogue.ts'
import { plainConfiguration } from '../../configuration.ts'
import { createDigitalCourse } from '../../course.ts'
import { unlimited } from '../../integrations.ts'
import { createLicense } from '../../licenses.ts'
import { type Person, signedIn } from '../../portal.ts'
import { inDays, inHours } from '../../time.ts'

/** One edit of a stored resource, complete except for the version. */
export interface Edit {
  path: string
  body: unknown
  /** The version stored now. */
  stored: string
  /** The part of a multipart body that holds the JSON. */
  field?: string
}

type Row = { id: number; lastChange: string } & Record<string, unknown>

const office = await signedIn({ roles: { SuperAdministrator: {} } })
const start = inDays(30)
const end = inHours(3, start)

export { office }

async function answer<Body = Row>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<Body>
}

const made = async <Body = Row>(path: string, body: unknown) => answer<Body>(await office.fetch('POST', path, body))

export const toForm = (field: string, body: unknown, file?: File) => {
  const form = new FormData()
  form.set(field, JSON.stringify(body))
  if (file) form.set('file', file)
  return form
}

const lastChangeOf = async (path: string) => (await answer(await office.fetch('GET', path))).lastChange

async function personEdit(pathOf: (person: Person) => string, body: (person: Person) => object): Promise<Edit> {
  const person = await signedIn({ roles: { Educator: {} } })
  return { path: pathOf(person), body: body(person), stored: await lastChangeOf(`/User/${person.id}`) }
}

async function arrangedEducation(pathOf: (id: number, partId: number) => string, bodyOf: (partId: number) => unknown) {
  const partId = await part()
  const id = await education({ partIds: [partId] })
  return { path: pathOf(id, partId), body: bodyOf(partId), stored: await lastChangeOf(`/Educations/${id}`) }
}

async function occasionEdit(): Promise<Edit> {
  const { firstPartId: educationPartId } = await createEducation([{}])
  const given = {
    educationPartId,
    startDate: start.toISOString(),
    endDate: end.toISOString(),
    city: 'Karlstad',
    responsibleIds: [office.id],
  }
  const { id, lastChange } = await made('/EducationPartOccasions', given)
  return { path: '/EducationPartOccasions', body: { ...given, id }, stored: lastChange }
}

async function examEdit(): Promise<Edit> {
  const educationPartId = await part({ type: 2 })
  const educationId = await education({ partIds: [educationPartId] })
  const base = '/EducationPartsPracticalDriverExam'
  const given = {
    educationPartId,
    educationId,
    startDate: start.toISOString(),
    endDate: end.toISOString(),
    city: 'Arvika',
  }
  const body = { ...given, examinerId: office.id }
  const exam = await made(`${base}/create`, body)
  return { path: `${base}/${exam['educationPartPracticalDriverExamId']}`, body, stored: exam.lastChange }
}

async function materialEdit(): Promise<Edit> {
  const { educationPartId } = await createDigitalCourse()
  const file = new File([Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)])], 'handledning.zip')
  const form = toForm('educatorArticulate', { name: 'Handledning' }, file)
  const material = await answer(await office.fetch('PUT', `/EducatorArticulates/${educationPartId}`, form))
  const id = material['educatorArticulateId'] as number
  const body = { name: 'Ny', educatorArticulateId: id }
  return { path: `/EducatorArticulates/${id}`, field: 'educatorArticulate', body, stored: material.lastChange }
}

async function templateEdit(): Promise<Edit> {
  const path = '/Mails/templates/emailChanged'
  const { texts } = await answer<{ texts: { language: string; subject: string; text: string }[] }>(
    await office.fetch('GET', path),
  )
  const body = { ...texts[0], variant: '', subject: 'Ny adress' }
  const saved = await answer<{ texts: Row[] }>(await office.fetch('PUT', path, { ...body, lastChange: null }))
  return { path, body, stored: saved.texts[0]?.lastChange ?? '' }
}

/** Returns the edit of a resource that one call creates and another edits with the same body. */
async function edited(path: string, given: object, field?: string): Promise<Edit> {
  const row = await made(path, field ? toForm(field, given) : given)
  return { path, body: { ...given, id: row.id }, stored: row.lastChange, ...(field && { field }) }
}

async function contactEdit(): Promise<Edit> {
  const body = { email: 'gdpr@example.se', phone: '054-10 10 10' }
  const { lastChange } = await answer(await office.fetch('PUT', '/gdpr', body))
  return { path: '/gdpr', body, stored: lastChange }
}

async function organizationEdit(): Promise<Edit> {
  const row = await made('/Organization', { name: `Klubb ${crypto.randomUUID()}`, type: 2 })
  return { path: `/Organization/${row.id}`, body: { name: 'Ny klubb' }, stored: row.lastChange }
}

async function createdByPut(path: string, given: object): Promise<Edit> {
  const { id, lastChange } = await answer(await office.fetch('PUT', path, given))
  return { path, body: { ...given, id }, stored: lastChange }
}

async function accountEdit(): Promise<Edit> {
  const path = '/User/integrationaccounts'
  const body = { name: `System ${crypto.randomUUID()}`, roles: ['IntegrationRead'], ...unlimited }
  const { id, lastChange } = await made(path, body)
  return { path: `${path}/${id}`, body: { ...body, active: true }, stored: lastChange }
}

const ruleFields = {
  name: 'Välkommen',
  trigger: 'signUpMade',
  days: 0,
  audience: 'participants',
  educationId: null,
  subject: 'Välkommen',
  text: 'Hej {{förnamn}}',
  active: false,
}

async function ruleEdit(): Promise<Edit> {
  const { id, lastChange } = await made('/MailingRules', ruleFields)
  return { path: `/MailingRules/${id}`, body: { ...ruleFields, active: true }, stored: lastChange }
}

async function draftEdit(): Promise<Edit> {
  const audience = { kind: 'clubAdministrators', organizationId: null }
  const body = { audience, subject: 'Hej', text: '', due: null }
  const { id, lastChange } = await made('/Mailings/drafts', body)
  return { path: `/Mailings/drafts/${id}`, body: { ...body, text: 'Ny text' }, stored: lastChange }
}

/** Stages a file with one row; returns the edit of that row. */
async function rowEdit(imports: '/imports' | '/MemberImports', upload: string, content: string): Promise<Edit> {
  const form = new FormData()
  form.set('file', new File([content], 'rader.csv'))
  const response = await office.fetch('POST', upload, form)
  if (!response.ok) throw new Error(await response.text())
  const { id } = await answer(await office.fetch('GET', imports === '/imports' ? '/imports/batch' : imports))
  const path = `${imports}/${id}/rows/2`
  return { path, body: { cells: { email: 'ny@example.se' } }, stored: await lastChangeOf(path) }
}

async function webhookEdit(): Promise<Edit> {
  const body = { url: 'https://example.se/hooks', description: 'System', eventTypes: ['license.issued'] }
  const { id, lastChange } = await made('/Webhooks', body)
  return { path: `/Webhooks/${id}`, body: { ...body, active: true }, stored: lastChange }
}

async function eventEdit(): Promise<Edit> {
  const event = await made('/Events', { content: 'Hej' })
  return { path: '/Events', body: { id: event.id, content: 'Hej då' }, stored: event['modified'] as string }
}

async function mediumEdit(): Promise<Edit> {
  const body = { title: 'Länk', url: 'https://example.se/bok' }
  const [link] = await made<Row[]>('/Media/links', [body])
  return { path: '/Media', field: 'request', body: { ...body, id: link?.id }, stored: link?.lastChange ?? '' }
}

async function licenseEdit(): Promise<Edit> {
  // `createLicense` types only the fields that licence tests read.
  const { lastChange, ...body } = (await createLicense(office)) as unknown as Row
  return { path: '/Licenses', body, stored: lastChange }
}

/** Edits by the name of the call. */
export const edits: Record<string, () => Promise<Edit>> = {
  'PUT /Educations': () => edited('/Educations', { title: 'Flaggvakt' }, 'education'),
  'PUT /Educations/:id/educationParts': () =>
    arrangedEducation(
      (id) => `/Educations/${id}/educationParts`,
      (partId) => [partId],
    ),
  'PUT /Educations/:id/educationPartDependencies/:partId': () =>
    arrangedEducation(
      (id, partId) => `/Educations/${id}/educationPartDependencies/${partId}`,
      () => [],
    ),
  'PUT /EducationParts': () => edited('/EducationParts', { title: 'Teori', type: 0 }, 'educationPart'),
  'PUT /EducationPartOccasions': occasionEdit,
  'PUT /EducationPartsPracticalDriverExam/:id': examEdit,
  'PUT /EducatorArticulates/:id': materialEdit,
  'PUT /Licenses': licenseEdit,
  'PUT /Events': eventEdit,
  'PUT /Media': mediumEdit,
  'PUT /Mails/templates/:name': templateEdit,
  'PUT /User': () =>
    personEdit(
      () => '/User',
      ({ id }) => ({ id, phone: '070-123 45 67' }),
    ).then((edit) => ({ ...edit, field: 'user' })),
  'PUT /user/edit/:id': () =>
    personEdit(
      ({ id }) => `/user/edit/${id}`,
      () => ({ phone: '070-123 45 67' }),
    ),
  'PUT /User/:id/updateRoles': () =>
    personEdit(
      ({ id }) => `/User/${id}/updateRoles`,
      () => ({ rolesToRemove: ['Educator'] }),
    ),
  'PUT /User/:id/roles/extensions': () =>
    personEdit(
      ({ id }) => `/User/${id}/roles/extensions`,
      () => ({ role: 'Educator', extensions: {} }),
    ),
  'PUT /User/integrationaccounts/:id': accountEdit,
  'PUT /Mailings/drafts/:id': draftEdit,
  'PUT /MailingRules/:id': ruleEdit,
  'PUT /imports/:id/rows/:row': () =>
    rowEdit('/imports', '/imports/educationResultsFile', 'IdrottsID;E-post;Utbildning;Genomförd\r\nx;;A;2020-01-01'),
  'PUT /MemberImports/:id/rows/:row': () =>
    rowEdit('/MemberImports', '/MemberImports/file', 'Förnamn;Efternamn;Född;E-post\r\nEva;Ek;1990-01-01;'),
  'PUT /Webhooks/:id': webhookEdit,
  'PUT /EducationRole': () => createdByPut('/EducationRole', { name: `Roll ${crypto.randomUUID()}`, group: 0 }),
  'PUT /EducationCategory': () =>
    createdByPut('/EducationCategory', { name: 'Gren', shortName: 'G', color: '#112233' }),
  'PUT /gdpr': contactEdit,
  'PUT /Organization/:id': organizationEdit,
  'PUT /DisturbanceMessage': () => edited('/DisturbanceMessage', { content: 'Driftstopp' }),
  'PUT /PortalConfiguration': async () => ({
    path: '/PortalConfiguration',
    body: { ...plainConfiguration, organizationName: 'Motorförbundet' },
    stored: await lastChangeOf('/PortalConfiguration'),
  }),
}

/**
 * Calls that change a state and replace no text. Each is checked against the stored state, and takes a version where
 * one is known. A change of a series names a version for each occasion; occasion-series.test.ts proves it.
 */
export const transitions = [
  'PUT /EducationPartOccasions/series',
  'PUT /EducationParts/:id/results',
  'PUT /EducationPartOccasions/results',
  'PUT /EducationPartsPracticalDriverExam/:id/results',
  'PUT /submissionAdmin/UpdateStatus/:submissionId/:status',
]
