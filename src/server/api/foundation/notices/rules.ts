import { translator } from '#locales/translate.ts'
import type { Notice, NoticeKind } from './contract.ts'
import { formatNoticeValues } from './notice-values.ts'

interface StoredNotice {
  id: number
  kind: NoticeKind
  values: Record<string, string>
  path: string | null
  createdAt: Date
  readAt: Date | null
}

/** Returns a function that formats a notice in the recipient's language. A child without a name is a protected one. */
export function noticeFormatter(language: string): (notice: StoredNotice) => Notice {
  const t = translator(language, 'notices')
  const unnamed = translator(language, 'mails')
  return ({ id, kind, values, path, createdAt, readAt }) => {
    const texts = formatNoticeValues(values, language)
    if (texts.child === '') texts.child = unnamed('unnamedDriver')
    return { id, kind, text: t(kind, texts), url: path, created: createdAt, readDate: readAt }
  }
}
