import { dropEmptyFields } from './drop-empty-fields.ts'

/**
 * Resets the filter forms when the browser restores the page from its cache, so that they match the list of its
 * URL.
 */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const form of document.querySelectorAll<HTMLFormElement>('form[data-lean]')) form.reset()
})

/** Removes empty fields of a GET form from its URL, except those that `data-keeps` names. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-lean]')) {
  form.addEventListener('formdata', ({ formData }) => {
    dropEmptyFields(formData, form.dataset['keeps']?.split(' ') ?? [])
    // An address without filters would get the favourites; this parameter requests the full list.
    if ([...formData].length === 0 && form.dataset['lean']) formData.set(form.dataset['lean'], '1')
  })
}

/** Sends the form, named by `data-sends`, of a choice that takes effect at once. */
for (const choice of document.querySelectorAll<HTMLElement>('[data-sends]'))
  choice.addEventListener('change', () =>
    document.querySelector<HTMLFormElement>(`form#${choice.dataset['sends']}`)?.requestSubmit(),
  )
