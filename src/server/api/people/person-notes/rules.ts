/** Highest number of characters of a note about a person. */
export const maxNoteLength = 2000

/** Highest number of notes about a person that a reply has. */
export const maxNotes = 200
