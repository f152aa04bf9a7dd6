/**
 * Characters that a text pasted from a word processor or a web page may hold unseen: soft hyphens, zero-width spaces,
 * word joiners and byte order marks. Zero-width joiners stay, which emoji and some scripts need.
 */
const invisibleSpacing = /[\u00ad\u200b\u2060\ufeff]/gu

/** The line break within a paragraph of a word processor: vertical tab, form feed or line separator. */
const softLineBreak = /[\v\f\u2028]/gu

/**
 * Returns a text without invisible spacing, and with soft line breaks as ordinary ones. Texts of calls are cleaned when
 * they arrive; a stored text from before is cleaned to compare it with one.
 */
export const cleanText = (text: string): string => text.replace(invisibleSpacing, '').replace(softLineBreak, '\n')
