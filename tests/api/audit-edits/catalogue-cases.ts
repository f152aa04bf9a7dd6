import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { media, mediaToEducation, mediaToTag } from '#api/catalogue/media/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { category, createEducation, createOccasion, education, mediaTag, part } from '../../catalogue.ts'
import { createDigitalCourse } from '../../course.ts'
import { insertFederation } from '../../federation.ts'
import { createLicense, renewal } from '../../licenses.ts'
import { database } from '../../portal.ts'
import { inDays } from '../../time.ts'
import {
  type Case,
  constants,
  educator,
  type Fields,
  findInList,
  flag,
  getJson,
  kronor,
  moment,
  note,
  office,
  pick,
  postJson,
  questions,
  readAnswer,
  responsible,
  some,
  text,
  toForm,
  whole,
} from './kit.ts'

const catalogueChoices = { title: text, description: note, fee: kronor, customQuestions: questions }

export const educationCase: Case = {
  targetType: 'education',
  choices: async () => ({
    ...catalogueChoices,
    shortDescription: pick(null, 'Kort'),
    hours: pick(null, 1.5, 7),
    vatRate: pick(0, 6, 25),
    validityMonths: whole,
    minAge: whole,
    maxAge: pick(null, 110, 120),
    guardianRequiredUnderAge: whole,
    blockedForExternalUsers: flag,
    inPublicCatalogue: flag,
    archived: flag,
    paymentMethods: pick([], [0], [0, 1]),
    educationCategoryIds: some(await category('Rally'), await category('Cross')),
    responsibleIds: responsible,
    contactUserId: pick(null, office.id),
    certificateText: note,
    targetGroup: pick(null, 'Alla'),
    prerequisiteEducationIds: some(await education()),
  }),
  async make() {
    const id = await education({ published: false })
    return { targetId: id, path: '/Educations', field: 'education', read: () => getJson(`/Educations/${id}`) }
  },
}

export const partCase: Case = {
  targetType: 'educationPart',
  choices: async () => ({
    ...catalogueChoices,
    hours: pick(null, 1.5, 7),
    mandatory: flag,
    needsApproval: flag,
    completionRule: pick('course', 'both'),
    minimumScore: whole,
    startsAgain: flag,
    opensWindows: flag,
    submissionInstructions: note,
    responsibleIds: responsible,
    // The form reads the educations of a part and cannot change them.
    educationIds: pick([], [1]),
  }),
  async make() {
    const id = await part()
    await education({ partIds: [id] })
    return {
      targetId: id,
      path: '/EducationParts',
      field: 'educationPart',
      read: () => getJson(`/EducationParts/${id}`),
    }
  },
}

const placeChoices = {
  title: note,
  description: note,
  startDate: moment(30),
  endDate: moment(31),
  lastSignUpDate: pick(null, inDays(20).toISOString()),
  city: pick('Kil', 'Åmål'),
  venue: note,
  address: note,
  fee: kronor,
  maxParticipants: whole,
  blockedForExternalUsers: flag,
  responsibleIds: responsible,
}

export const occasionCase: Case = {
  targetType: 'occasion',
  choices: async () => ({
    ...placeChoices,
    lastCancelDate: pick(null, inDays(10).toISOString()),
    onlineUrl: pick(null, 'https://mote.example.se/1'),
    paymentMethods: pick([], [1]),
    needsApproval: flag,
    customQuestions: questions,
  }),
  async make() {
    const { firstPartId } = await createEducation([{}])
    const { id } = await createOccasion(firstPartId)
    const read = () => getJson(`/EducationPartOccasions/${id}/managed`)
    return { targetId: id, path: '/EducationPartOccasions', read }
  },
}

export const examCase: Case = {
  targetType: 'driverExam',
  choices: async () => ({ ...placeChoices, guardianAge: pick(18, 20), examinerId: pick(office.id, educator.id) }),
  async make() {
    const educationPartId = await part({ type: 2 })
    const educationId = await education({ partIds: [educationPartId] })
    const base = '/EducationPartsPracticalDriverExam'
    const given = { startDate: inDays(30), endDate: inDays(31), city: 'Arvika', examinerId: office.id }
    const made = await postJson(`${base}/create`, { educationPartId, educationId, ...given })
    const id = made['educationPartPracticalDriverExamId'] as number
    return { targetId: id, path: `${base}/${id}`, read: () => getJson(`${base}/${id}`) }
  },
}

export const licenseCase: Case = {
  targetType: 'license',
  choices: async () => {
    const educationIds = some(await education(), await education())
    const credit = fc.record({ name: pick('Teori'), minimum: pick(0, 2), cap: whole, educationIds })
    return {
      name: text,
      code: pick(null),
      description: note,
      active: flag,
      autoIssue: flag,
      minAge: whole,
      validityMonths: pick(12, 24),
      validToRule: pick(0, 1),
      order: pick(0, 3),
      requiredEducationIds: educationIds,
      groups: fc.array(
        fc.record({
          need: pick(1),
          educationIds: pick(await Promise.all([education(), education()])),
          licenseIds: pick([]),
          otherRequirementIds: pick([]),
        }),
        { maxLength: 2 },
      ),
      renewal: fc.record({ ...constants(renewal), total: pick(0), categories: fc.array(credit, { maxLength: 1 }) }),
    }
  },
  async make() {
    const { id } = await createLicense(office)
    return { targetId: id, path: '/Licenses', read: () => getJson(`/Licenses/${id}`) }
  },
}

const byNumber = (a: number, b: number) => a - b

export const mediaCase: Case = {
  targetType: 'media',
  choices: async () => ({
    title: text,
    description: note,
    inLibrary: flag,
    url: pick('https://example.se/1', 'https://example.se/2'),
    educationIds: some(await education(), await education()),
    tagIds: some(await mediaTag(`Teori ${crypto.randomUUID()}`), await mediaTag(`Bana ${crypto.randomUUID()}`)),
  }),
  async make() {
    const links = [{ title: 'Länk', url: 'https://example.se/bok' }]
    const [link] = await readAnswer<{ id: number }[]>(await office.fetch('POST', '/Media/links', links))
    const id = link?.id ?? 0
    const read = async () => {
      const { query } = database()
      const [row] = await query.select().from(media).where(eq(media.id, id))
      const educations = await query.select().from(mediaToEducation).where(eq(mediaToEducation.mediaId, id))
      const tags = await query.select().from(mediaToTag).where(eq(mediaToTag.mediaId, id))
      const [educationIds, tagIds] = [educations.map((one) => one.educationId), tags.map((one) => one.mediaTagId)]
      return { ...row, educationIds: educationIds.toSorted(byNumber), tagIds: tagIds.toSorted(byNumber) }
    }
    return { targetId: id, path: '/Media', field: 'request', read }
  },
}

export const arrangedCase: Case = {
  targetType: 'education',
  choices: async () => ({ educationPartIds: fc.shuffledSubarray([await part(), await part(), await part()]) }),
  async make() {
    const id = await education({ published: false })
    const read = async () => ({ educationPartIds: (await getJson(`/Educations/${id}`))['educationPartIds'] })
    const path = `/Educations/${id}/educationParts`
    return { targetId: id, path, bodyOf: (chosen) => chosen['educationPartIds'], read }
  },
}

const [first, second, third] = [await part(), await part(), await part()]
export const prerequisitesCase: Case = {
  targetType: 'education',
  choices: async () => ({ educationPartIds: some(second, third) }),
  async make() {
    const id = await education({ published: false, partIds: [first, second, third] })
    const path = `/Educations/${id}/educationPartDependencies/${first}`
    const read = async () => {
      const { partDependencies } = await getJson<{ partDependencies: Record<string, number[]> }>(`/Educations/${id}`)
      return { educationPartIds: partDependencies[first] ?? [] }
    }
    return { targetId: id, path, bodyOf: (chosen) => chosen['educationPartIds'], read }
  },
}

export const materialCase: Case = {
  targetType: 'educatorMaterial',
  choices: async () => ({ name: text }),
  async make() {
    const { educationPartId } = await createDigitalCourse()
    const file = new File([Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)])], 'handledning.zip')
    const form = toForm('educatorArticulate', { name: 'Handledning' }, file)
    const made = await readAnswer(await office.fetch('PUT', `/EducatorArticulates/${educationPartId}`, form))
    const id = made['educatorArticulateId'] as number
    const list = `/EducationPart/EducatorArticulates/${educationPartId}`
    const read = () => findInList(list, id, 'educatorArticulateId')
    const bodyOf = (chosen: Fields) => ({ ...chosen, educatorArticulateId: id })
    return { targetId: id, path: `/EducatorArticulates/${id}`, field: 'educatorArticulate', bodyOf, read }
  },
}

export const tagCase: Case = {
  targetType: 'tag',
  choices: async () => ({ name: text }),
  async make() {
    const { id: educationId, partIds } = await createEducation([{}, {}])
    const ids = await Promise.all(partIds.map(async (partId) => (await createOccasion(partId)).id))
    const { id } = await postJson('/tag', { educationId, name: 'Grupp', occasionIds: ids.slice(0, 1) })
    const read = () => findInList(`/tag/education/${educationId}`, id)
    return { targetId: id as number, path: `/tag/${id}`, read, bodyOf: (chosen) => ({ ...chosen, occasionIds: ids }) }
  },
}

export const organizationCase: Case = {
  targetType: 'organization',
  choices: async () => ({
    name: text,
    shortName: pick(null, 'NMK'),
    phone: pick(null, '070-123 45 67'),
    active: flag,
    website: pick(null, 'https://klubb.example'),
    canBeInvoiced: flag,
    orgNr: pick(null, '802400-0005'),
  }),
  async make() {
    await database().query.delete(organizations)
    await insertFederation()
    const { id } = await postJson('/Organization', {
      name: 'Kils MK',
      type: 2,
      parentId: 2,
      invoiceEmail: 'a@klubb.example',
    })
    const read = () => getJson(`/Organization/${id}/managed`)
    return { targetId: id as number, path: `/Organization/${id}`, read }
  },
}
