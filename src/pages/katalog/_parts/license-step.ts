import type { Language } from '#api/actor.ts'
import type { PublicEducation, PublicLicense } from '#api/office/public-catalogue/contract.ts'
import { cataloguePath } from '#api/office/public-catalogue/rules.ts'
import { contentLanguage } from '#locales/content-language.ts'
import type { Translate } from '#locales/translate.ts'

/** A step to a licence as the page shows it; without a URL there is nothing to open. */
export interface ShownStep {
  text: string
  href: string | null
  /** Language of a text that is only a title. */
  lang: string | undefined
  /** Its card, with the next date and the price; null for what is no education of the catalogue. */
  education: PublicEducation | null
}

/**
 * Returns the text and the link of a step, in words of `public-catalogue`. Only educations and licences have a link; a
 * step that the catalogue does not show has no name either. `lang` is the language of the title of an education;
 * undefined for texts in the page's language. `educations` are the cards of the licence, by id of the step.
 */
export function toShownStep(
  { kind, id, title }: PublicLicense['steps'][number],
  educations: PublicLicense['educations'],
  t: Translate,
  language: Language,
): ShownStep {
  if (id === null || title === null) return { text: t('stepHidden'), href: null, lang: undefined, education: null }
  if (kind === 'education')
    return {
      text: title,
      href: cataloguePath(language, 'education', { id, title }),
      lang: contentLanguage,
      education: educations.find((one) => one.id === id) ?? null,
    }
  if (kind === 'license')
    return {
      text: t('stepLicense', { name: title }),
      href: cataloguePath(language, 'license', { id, title }),
      lang: undefined,
      education: null,
    }
  return { text: t('stepOther', { name: title }), href: null, lang: undefined, education: null }
}
