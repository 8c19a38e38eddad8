type Line = [id: number, code: string, name: string, parentId: number | null, isReturnable?: false]

/** Swimwear, bags, accessories and lingerie are not returnable. */
export const demoCategories: Line[] = [
  [1, 'women', 'Women', null],
  [2, 'men', 'Men', null],
  [10, 'dresses', 'Dresses', 1],
  [11, 'blouses', 'Shirts & Blouses', 1],
  [12, 'coats', 'Coats', 1],
  [13, 'trousers', 'Trousers', 1],
  [14, 'knitwear', 'Knitwear', 1],
  [15, 'skirts', 'Skirts', 1],
  [16, 'women_shoes', 'Women’s Shoes', 1],
  [17, 'swimwear', 'Swimwear', 1, false],
  [18, 'bags', 'Bags', 1, false],
  [19, 'accessories', 'Accessories', 1, false],
  [20, 'lingerie', 'Lingerie', 1, false],
  [21, 'men_shoes', 'Men’s Shoes', 2],
  [22, 'men_shirts', 'Men’s Shirts', 2],
  [23, 'men_knitwear', 'Men’s Knitwear', 2],
  [24, 'men_coats', 'Men’s Coats', 2],
]
