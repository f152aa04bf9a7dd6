import { translator } from '#locales/translate.ts'
import type { Notice, NoticeKind } from './contract.ts'
import { appendWhen, formatNoticeValues } from './notice-values.ts'

interface StoredNotice {
  id: number
  kind: NoticeKind
  values: Record<string, string>
  path: string | null
  createdAt: Date
  readAt: Date | null
}

/**
 * Returns a function that formats a stored notice of the dashboard as a sentence in `language`, with its path and
 * dates. A child without a name, whose identity is protected, gets a general word. Marks nothing as read.
 */
export function noticeFormatter(language: string): (notice: StoredNotice) => Notice {
  const t = translator(language, 'notices')
  const unnamed = translator(language, 'mails')
  return ({ id, kind, values, path, createdAt, readAt }) => {
    const texts = formatNoticeValues(values, language)
    texts.at = appendWhen(texts.when)
    if (texts.child === '') texts.child = unnamed('unnamedDriver')
    return { id, kind, text: t(kind, texts), url: path, created: createdAt, readDate: readAt }
  }
}
