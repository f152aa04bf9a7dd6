import { contrast } from '#islands/ui/accent.ts'

/** Text colours of a badge, which has the same colour in both themes. */
const textClasses = { '#ffffff': 'text-white', '#000000': 'text-[#000]' } as const

/**
 * Returns the class of the text that can be read on a category's colour (six hexadecimal digits): white where it
 * reaches 4.5:1, else black.
 */
export const textClassOn = (color: string) => textClasses[contrast('#ffffff', color) >= 4.5 ? '#ffffff' : '#000000']
