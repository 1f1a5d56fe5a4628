/** Whether a person has typed something on this page that is stored nowhere yet: in a field that differs from how it came. */
export function hasUnsavedText(page: ParentNode): boolean {
  const fields = [
    ...page.querySelectorAll('textarea'),
    ...page.querySelectorAll<HTMLInputElement>(TEXT_FIELD),
  ]
  return fields.some(({ value, defaultValue }) => value.trim() !== '' && value !== defaultValue)
}

const TEXT_FIELD = 'input[type=text]'
