import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { localeTag } from '#locales/tags.ts'
import { useLanguage } from '../client/texts.tsx'

/** Sets the locale of React Aria's texts and collation to the page's language instead of the browser's. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  return <I18nProvider locale={localeTag(useLanguage())}>{children}</I18nProvider>
}
