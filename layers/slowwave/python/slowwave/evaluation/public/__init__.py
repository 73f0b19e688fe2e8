"""Public data sets: whether the words that answer a question are in what a memory shows. The data stays outside of the
package; its licences allow measuring, not shipping.
"""
