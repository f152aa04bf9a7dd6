import { withPartWords } from '#api/catalogue/education-parts/rules.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import {
  educationPrerequisites,
  educationResponsibles,
  educations,
  educationToCategory,
  educationToPart,
  educationToRole,
  partDependencies,
} from '#api/catalogue/educations/table.ts'
import type { CustomQuestion } from '#api/questions.ts'
import type { PartLetter, StoryEducation } from '#story/catalogue/education.ts'
import { categories } from '#story/categories.ts'
import { examChecklist } from '#story/exam-checklist.ts'
import { educationRoles } from '#story/roles.ts'
import { packageFor } from './courses.ts'
import { pictureIdOf } from './pictures.ts'
import type { SeededEducation, SeededPart, World } from './world.ts'

const partTypes = { C: 0, D: 1, P: 2, S: 3 } as const

const partTexts: Record<PartLetter, { title: string; description: string }> = {
  C: {
    title: 'Kursdag',
    description: '<p>Vi träffas, går igenom det viktigaste och övar tillsammans. Fika ingår.</p>',
  },
  D: {
    title: 'Webbkurs',
    description:
      '<p>Gå kursen när det passar dig. Du kan avbryta och fortsätta där du var. Den avslutas med ett prov.</p>',
  },
  P: {
    title: 'Praktiskt förarprov',
    description: '<p>Kör upp för en examinator på bana. Ta med legitimation och godkänd utrustning.</p>',
  },
  S: {
    title: 'Inlämningsuppgift',
    description: '<p>Visa att du kan använda det du lärt dig. En utbildare läser och återkopplar.</p>',
  },
}

const customQuestions = (story: StoryEducation): CustomQuestion[] => {
  const isYesNo = story.question?.startsWith('Har du') ?? false
  return story.question
    ? [{ id: 1, text: story.question, type: isYesNo ? 'yesno' : 'text', options: [], required: true }]
    : []
}

const roleId = (name: string) => educationRoles.findIndex((role) => role.name === name) + 1

const listRoles = (names: readonly string[]) => new Intl.ListFormat('sv', { type: 'disjunction' }).format(names)

const descriptionOf = (story: StoryEducation) =>
  `<p>${story.short}</p><h3>Du lär dig</h3><ul>${story.learn.map((item) => `<li>${item}</li>`).join('')}</ul>`

function addPart(world: World, story: StoryEducation, letter: PartLetter, number: number): SeededPart {
  const { ledger, calendar } = world
  const id = ledger.nextId(educationParts)
  const { title, description } = partTexts[letter]
  ledger.add(
    educationParts,
    withPartWords({
      id,
      title: `${title}${number > 1 ? ` ${number}` : ''}: ${story.title}`,
      description,
      type: partTypes[letter],
      hoursHundredths: Math.round((story.hours * 100) / story.parts.length),
      needsApproval: story.needsApproval === true && letter === 'C',
      completionRule: letter === 'D' ? ('passed' as const) : ('course' as const),
      packageId: letter === 'D' ? packageFor(story) : null,
      submissionInstructions:
        letter === 'S'
          ? '<p>Skriv två till fyra sidor och lämna in som pdf. Utgå gärna från din egen förening.</p>'
          : null,
      customQuestions: letter === 'C' ? customQuestions(story) : [],
      examChecklist: letter === 'P' ? examChecklist : [],
      createdAt: calendar.at(-600),
      changedAt: calendar.at(-90),
    }),
  )
  return { id, letter }
}

function partsOf(world: World, story: StoryEducation, suffix: string): SeededPart[] {
  const lender = story.sharesTheory && world.byCode.get(story.sharesTheory + suffix)
  return story.parts.map((letter, at) => {
    const shared = lender && letter === 'D' ? lender.parts.find((part) => part.letter === 'D') : undefined
    const number = story.parts.slice(0, at + 1).filter((one) => one === letter).length
    return shared ?? addPart(world, story, letter, number)
  })
}

function addEducationRow(
  { ledger, calendar, draw, districtIds }: World,
  education: SeededEducation,
  title: string,
): void {
  const { story } = education
  ledger.add(
    educations,
    withEducationWords({
      id: education.id,
      code: education.code,
      title,
      shortDescription: story.short,
      description: descriptionOf(story),
      pictureFileId: pictureIdOf(story),
      publishedAt: story.unpublished ? null : calendar.at(-draw.between(120, 560)),
      targetGroup: `För dig som är eller vill bli ${listRoles(story.trains).toLowerCase()}.`,
      feeMinor: (story.fee ?? 0) * 100,
      vatRate: story.vatRate ?? 0,
      paymentMethods: story.fee ? [0 as const, 1 as const] : [],
      contactUserId: education.responsibleIds[0] ?? null,
      organizerOrganizationId: draw.chance(0.7) ? 1 : draw.pick(districtIds),
      hoursHundredths: Math.round(story.hours * 100),
      validityMonths: story.validityMonths ?? null,
      minAge: story.minAge ?? null,
      maxAge: story.maxAge ?? null,
      guardianRequiredUnderAge: story.guardianUnder ?? null,
      blockedForExternalUsers: story.closedToExternals ?? false,
      inPublicCatalogue: !story.isInternal,
      customQuestions: [],
      certificateText: '<p>Utbildningen följer förbundets utbildningsplan och är avslutad med godkänt resultat.</p>',
      createdAt: calendar.at(-600),
      changedAt: calendar.at(-draw.between(5, 90)),
    }),
  )
}

function connect({ ledger }: World, education: SeededEducation): void {
  const { id: educationId, story, parts } = education
  ledger.add(educationToCategory, { educationId, educationCategoryId: education.categoryId })
  story.trains.forEach((name, at) => {
    ledger.add(educationToRole, { educationId, educationRoleId: roleId(name), kind: 'trains' })
    if (at === 0) ledger.add(educationToRole, { educationId, educationRoleId: roleId(name), kind: 'target' })
  })
  for (const userId of education.responsibleIds) ledger.add(educationResponsibles, { educationId, userId })
  parts.forEach((part, position) => {
    const before = parts[position - 1]
    ledger.add(educationToPart, { educationId, educationPartId: part.id, position })
    if (before) ledger.add(partDependencies, { educationId, educationPartId: part.id, prerequisitePartId: before.id })
  })
}

function addEducation(world: World, story: StoryEducation, categoryId: number, round: number): void {
  const suffix = round === 0 ? '' : `-${round + 1}`
  const teachers = world.educators.get(categoryId) ?? []
  const education: SeededEducation = {
    id: world.ledger.nextId(educations),
    code: story.code + suffix,
    categoryId,
    story,
    parts: partsOf(world, story, suffix),
    // The first responsible person is the one of the story; later editions have two of their own.
    responsibleIds: [
      ...new Set([round === 0 ? teachers[0] : world.draw.pick(teachers), world.draw.pick(teachers)]),
    ].filter((id) => id !== undefined),
  }
  world.educations.push(education)
  world.byCode.set(education.code, education)
  addEducationRow(world, education, round === 0 ? story.title : `${story.title}, upplaga ${round + 1}`)
  connect(world, education)
}

function addPrerequisites({ ledger, byCode, educations: all }: World): void {
  for (const { id, code, story } of all) {
    for (const prerequisiteCode of story.prerequisites ?? []) {
      const prerequisite = byCode.get(prerequisiteCode + code.slice(story.code.length))
      if (prerequisite)
        ledger.add(educationPrerequisites, { educationId: id, prerequisiteEducationId: prerequisite.id })
    }
  }
}

/** Returns the number of editions: a federation of 100,000 people has 10,000 educations, one of 2,000 sixty. */
const editionsAt = (scale: number) => (scale < 50 ? scale : Math.ceil((scale * 10) / 3))

/** Adds sixty educations; a large world repeats them as later editions. */
export function addCatalogue(world: World): void {
  for (let round = 0; round < editionsAt(world.scale); round += 1) {
    categories.forEach((category, at) => {
      for (const story of category.educations) addEducation(world, story, at + 1, round)
    })
  }
  addPrerequisites(world)
}
