//! An independent checker of Bouton's certificates
