import { z } from 'zod'

/** Portal feature flags, spelled as the wire spells them. */
export const features = [
  'License',
  'RoleManagement',
  'UserLicense',
  'UserToEducationCategoryFiltering',
  'PracticalDriverExamination',
  'CardPayment',
  'UseExternalLogin',
  'EducationPartTags',
  'NewEducationTargetGroup',
  'PublicCatalogue',
  'PublicCatalogueFirst',
  'OwnAccounts',
] as const

export const Feature = z.enum(features)
export type Feature = z.infer<typeof Feature>
