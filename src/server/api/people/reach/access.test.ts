import { describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { mayManage, maySee } from './access.ts'

const rally = 1
const racing = 2
const official = 9
const person = (roles: HeldRoles, id = 1) => ({ id, roles })
const education = { educationCategoryIds: [rally], educationRoleIds: [official], responsibleIds: [7] }
const hidden = { ...education, published: false, archived: false }

describe('an education is managed', () => {
  test('by administrators', () => {
    expect(mayManage(person({ Administrator: { Organization: [5] } }), education)).toBe(true)
    expect(mayManage(person({ SuperAdministrator: {} }), education)).toBe(true)
  })

  test('by the educators of its category and role', () => {
    expect(mayManage(person({ Educator: { EducationCategory: [rally] } }), education)).toBe(true)
    expect(mayManage(person({ Educator: { EducationCategory: [racing] } }), education)).toBe(false)
    expect(mayManage(person({ Educator: { EducationRole: [official] } }), education)).toBe(true)
    expect(mayManage(person({ Educator: { EducationCategory: [racing], EducationRole: [official] } }), education)).toBe(
      false,
    )
  })

  test('by the responsible educator without lists, and by nobody else', () => {
    expect(mayManage(person({ Educator: {} }, 7), education)).toBe(true)
    expect(mayManage(person({ Educator: {} }, 8), education)).toBe(false)
    expect(mayManage(person({}, 7), education)).toBe(false)
    expect(mayManage(person({ OrganizationAdmin: {} }, 7), education)).toBe(false)
    expect(mayManage(null, education)).toBe(false)
  })
})

describe('an unpublished education is seen', () => {
  test('by its managers and responsible educators', () => {
    expect(maySee(person({ Administrator: {} }), hidden)).toBe(true)
    expect(maySee(person({ Educator: { EducationCategory: [racing] } }, 7), hidden)).toBe(true)
    expect(maySee(person({ Educator: { EducationCategory: [racing] } }, 8), hidden)).toBe(false)
  })

  test('by a learner only with a result there', () => {
    expect(maySee(person({}), hidden)).toBe(false)
    expect(maySee(person({}), hidden, true)).toBe(true)
    expect(maySee(person({}), { ...hidden, published: true })).toBe(true)
    expect(maySee(person({}), { ...hidden, published: true, archived: true })).toBe(false)
    expect(maySee(null, hidden, true)).toBe(false)
  })
})
