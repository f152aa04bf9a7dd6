import type { LicenseQualification } from '#api/participation/licenses/goals/contract.ts'
import type { Translate } from '#locales/translate.ts'

type Qualification = Pick<
  LicenseQualification,
  'licenseId' | 'licenseName' | 'achieved' | 'qualified' | 'requirementsMet' | 'requirementsTotal'
>

interface GoalChoice {
  value: string
  label: string
  /** How many requirements of the licence remain. */
  hint: string
}

const remaining = ({ requirementsMet, requirementsTotal }: Qualification) => requirementsTotal - requirementsMet

const remainsText = (license: Qualification, t: Translate) =>
  license.qualified ? t('goals.ready') : t('goals.remaining', { count: remaining(license) })

const isChoice =
  (goalIds: readonly number[]) =>
  ({ licenseId, achieved }: Pick<Qualification, 'licenseId' | 'achieved'>): boolean =>
    !achieved && !goalIds.includes(licenseId)

/** Whether there is a licence that is neither held (`achieved`) nor a goal. */
export const hasGoalChoices = (
  licenses: readonly Pick<Qualification, 'licenseId' | 'achieved'>[],
  goalIds: readonly number[],
): boolean => licenses.some(isChoice(goalIds))

/**
 * Lists the licences that are neither held nor a goal, with the number of requirements that remain of each. Those with
 * the fewest come first, then by name.
 */
export const listGoalChoices = (
  licenses: readonly Qualification[],
  goalIds: readonly number[],
  t: Translate,
): GoalChoice[] =>
  licenses
    .filter(isChoice(goalIds))
    .toSorted((a, b) => remaining(a) - remaining(b) || a.licenseName.localeCompare(b.licenseName, 'sv'))
    .map((license) => ({
      value: String(license.licenseId),
      label: license.licenseName,
      hint: remainsText(license, t),
    }))
