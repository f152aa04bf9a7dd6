import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { EducationPartInput } from '#api/catalogue/education-parts/contract.ts'
import { EducationInput } from '#api/catalogue/educations/management/contract.ts'
import { DriverExamInput } from '#api/catalogue/exams/contract.ts'
import { OccasionInput } from '#api/catalogue/occasions/management/contract.ts'
import { portalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { GeneralFields } from '../configuration/GeneralFields.tsx'
import { applyDraft, defaultConfiguration, sections } from '../configuration/sections.ts'
import { PartFacts, PartRules } from '../education-parts/PartFields.tsx'
import { emptyPart, toInput as toPart, toDraft as toPartDraft } from '../education-parts/part-draft.ts'
import * as Education from '../educations/management/EducationFields.tsx'
import {
  emptyEducation,
  toInput as toEducation,
  toDraft as toEducationDraft,
} from '../educations/management/education-draft.ts'
import * as Exam from '../exams/ExamFields.tsx'
import { emptyExam, toInput as toExam, toDraft as toExamDraft } from '../exams/exam-draft.ts'
import { AboutFields, SignUpFields } from '../occasions/OccasionFields.tsx'
import { emptyOccasion, toInput as toOccasion, toDraft as toOccasionDraft } from '../occasions/occasion-draft.ts'
import { WhenFields } from '../occasions/WhenFields.tsx'
import { WhereFields } from '../occasions/WhereFields.tsx'

/** Returns the fields that are required, sorted; each has a star, and no other field has. */
function listMarked(form: ReactNode): string[] {
  const html = renderToStaticMarkup(form)
  const controls = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].map(([control]) => control)
  const required = controls.filter((control) => /\srequired=|aria-required="true"/.test(control))
  expect(html.split('> *</span>').length - 1, 'stars').toBe(required.length)
  return required.map((control) => /\sid="field-([\w-]+)"/.exec(control)?.[1] ?? control).sort()
}

/** Returns the fields of an empty form that the contract refuses, sorted. */
function listRefused(schema: ZodType, input: unknown, within?: readonly string[]): string[] {
  const { error } = schema.safeParse(input)
  const names = new Set((error?.issues ?? []).map(({ path }) => String(path[0])))
  return [...names].filter((name) => !within || within.includes(name)).sort()
}

const untouched = { change: () => undefined, errorOf: () => undefined }
const noChoices = {
  categories: [],
  roles: [],
  organizations: [],
  people: [],
  educations: [],
  pricedParts: [],
  hasTargetRoles: false,
}

test('the star of an education is on what the contract requires, and nowhere else', () => {
  const draft = toEducationDraft(emptyEducation)
  const fields = { draft, choices: noChoices, ...untouched }
  const form = [
    <Education.AboutFields key="about" {...fields} pictureUrl={null} />,
    <Education.ClassificationFields key="classes" {...fields} />,
    <Education.PeopleFields key="people" {...fields} />,
    <Education.RequirementFields key="demands" {...fields} />,
    <Education.CostFields key="cost" {...fields} />,
    <Education.CertificateFields key="certificate" {...fields} />,
  ]
  expect(listMarked(form)).toEqual(listRefused(EducationInput, toEducation(draft, emptyEducation).body))
})

test('the star of a part is on what the contract requires, and nowhere else', () => {
  const draft = { ...toPartDraft(emptyPart), type: 1 as const }
  const form = [
    <PartFacts key="facts" form={{ draft, ...untouched }} isNew educationFee={0} />,
    <PartRules key="rules" form={{ draft, ...untouched }} />,
  ]
  const marked = listMarked(form).map((name) => name.replace(/^part-/, ''))
  expect(marked).toEqual(listRefused(EducationPartInput, toPart(draft, emptyPart, 1)))
})

test('the star of an occasion is on what the contract requires, and nowhere else', () => {
  const stored = emptyOccasion(1, false)
  const draft = toOccasionDraft(stored)
  const fields = { draft, ...untouched }
  const form = [
    <WhenFields key="when" {...fields} />,
    <WhereFields key="where" {...fields} places={[]} providers={[]} stored={stored} />,
    <SignUpFields key="sign-up" {...fields} educations={[]} />,
    <AboutFields key="about" {...fields} people={[]} organizations={[]} />,
  ]
  expect(listMarked(form)).toEqual(listRefused(OccasionInput, toOccasion(draft, stored)))
})

test('the star of an exam is on what the contract requires, and nowhere else', () => {
  const place = { educationPartId: 1, educationId: 1, partTitle: 'Prov', educationTitle: 'Förare' }
  const stored = emptyExam({ ...place, checklist: [], examiner: null })
  const draft = toExamDraft(stored)
  const form = [
    <Exam.WhenAndWhere key="when" draft={draft} {...untouched} places={[]} />,
    <Exam.Examiners key="people" draft={draft} {...untouched} people={[]} />,
    <Exam.SignUpRules key="rules" draft={draft} {...untouched} />,
  ]
  expect(listMarked(form)).toEqual(listRefused(DriverExamInput, toExam(draft, stored)))
})

test('the star of the general settings is on what the contract requires, and nowhere else', () => {
  // The locale is a choice, which cannot be emptied.
  const names = sections.general.filter((name) => name !== 'locale')
  const draft = Object.fromEntries(names.map((name) => [name, '']))
  const input = applyDraft(draft, defaultConfiguration)
  const form = <GeneralFields draft={{ ...draft, locale: 'sv' }} {...untouched} />
  expect(listMarked(form)).toEqual(listRefused(portalConfiguration['PUT /PortalConfiguration'].body, input, names))
})
