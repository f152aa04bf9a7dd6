export const switchLook = {
  frame: 'flex items-start justify-between gap-4 py-1',
  label: 'block font-medium',
  hint: 'block text-sm text-muted',
  track:
    'relative h-6 w-11 shrink-0 appearance-none rounded-full border border-control-line bg-sunken transition-colors ' +
    'before:absolute before:top-1/2 before:left-1 before:size-4 before:-translate-y-1/2 before:rounded-full before:bg-control-line before:transition-transform ' +
    'checked:border-accent-ink checked:bg-accent-ink checked:before:translate-x-4.5 checked:before:bg-on-accent-ink ' +
    'disabled:opacity-50 forced-colors:appearance-auto',
}
