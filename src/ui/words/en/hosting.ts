/** Words of what depends on the browser and on the place that the page comes from. */
export const hosting = {
  keeps: {
    nothing:
      'This browser keeps nothing for this page: its site data is blocked. Scenes can be loaded and questions asked all the same, but what was loaded, answered and learned is gone when this page is closed or reloaded. To keep it, allow this page to store site data, then reload.',
    records:
      'This browser keeps no files for this page, as in a private window. What was asked and learned is kept as long as the browser keeps it; scenes and results are gone when this page is closed or reloaded and have to be given again. To keep them, open GeoForge in an ordinary window.',
  },
}
